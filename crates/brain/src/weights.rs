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
        [1_049_077_674, 1_049_250_069, 1_048_092_113, 1_046_708_398],
        [1_049_299_159, 1_049_277_868, 1_048_070_195, 1_046_231_752],
        [1_040_403_470, 1_046_231_279, 1_050_095_677, 1_052_314_947],
        [1_049_727_181, 1_049_077_563, 1_047_708_845, 1_046_137_670],
    ];
}
