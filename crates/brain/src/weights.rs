//! The nets that come with this crate. docs/strength.md says which commands made them; each file says it too.

/// Their files.
pub(crate) const ALL: [&[u8]; 3] = [
    include_bytes!("../weights/classic.net"),
    include_bytes!("../weights/modern.net"),
    include_bytes!("../weights/mensch.net"),
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
}
