//! The nets that come with this crate. docs/strength.md says which commands made them; each file says it too.

/// Their files.
pub(crate) const ALL: [&[u8]; 5] = [
    include_bytes!("../weights/classic.net"),
    include_bytes!("../weights/modern.net"),
    include_bytes!("../weights/mensch.net"),
    include_bytes!("../weights/chinczyk.net"),
    include_bytes!("../weights/parchis.net"),
];

#[cfg(test)]
mod tests {
    use crate::Net;

    #[test]
    fn all_are_nets_of_different_sets_and_say_what_made_them() {
        let mut bases = Vec::new();
        for bytes in super::ALL {
            let net = Net::from_bytes(bytes).unwrap();
            let command = format!("ludo train {0}.net --rules {0} ", net.base());
            assert!(net.made_by().starts_with(&command), "{}", net.made_by());
            assert!(!bases.contains(&net.base()));
            bases.push(net.base());
        }
    }

    /// Bit by bit, whatever the processor: what the page says is what the server says.
    #[test]
    fn the_numbers_are_the_same_everywhere() {
        let net = Net::from_bytes(super::ALL[0]).unwrap();
        let (_, position) = ludo_rules::parse_position(
            "classic 0,3,17,57/5,5,9,52/0,0,0,41/1,2,32,56 g roll 1 - -",
        )
        .unwrap();
        let chances = net.chances(&position).unwrap();
        let bits = chances.map(|places| places.map(f32::to_bits)).into_values();
        assert_eq!(bits, EXPECTED, "{chances:?}");
    }

    const EXPECTED: [[u32; 4]; 4] = [
        [1_049_266_474, 1_049_121_283, 1_048_095_023, 1_046_585_466],
        [1_049_323_988, 1_049_187_501, 1_048_072_026, 1_046_360_996],
        [1_040_346_541, 1_046_246_153, 1_050_035_082, 1_052_396_570],
        [1_049_883_890, 1_049_155_724, 1_047_458_724, 1_045_918_047],
    ];
}
