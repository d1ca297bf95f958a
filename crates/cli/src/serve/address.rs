use std::net::IpAddr;

/// This machine's addresses in its networks, the most likely one for guests first.
pub(crate) fn of_this_machine() -> Vec<IpAddr> {
    let interfaces = match if_addrs::get_if_addrs() {
        Ok(interfaces) => interfaces,
        Err(error) => {
            tracing::warn!(%error, "this machine's addresses are not known");
            return Vec::new();
        }
    };
    let mut addresses: Vec<(String, IpAddr)> = interfaces
        .into_iter()
        .filter(|interface| {
            interface.ip().is_ipv4() && !interface.is_loopback() && !interface.is_link_local()
        })
        .map(|interface| (interface.name.clone(), interface.ip()))
        .collect();
    addresses.sort_by_key(|(name, address)| (rank(name, *address), *address));
    addresses.into_iter().map(|(_, address)| address).collect()
}

/// Addresses of home networks go before others, and the inner networks of containers and virtual machines last.
fn rank(name: &str, address: IpAddr) -> u8 {
    let is_inner = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc"]
        .iter()
        .any(|inner| name.starts_with(inner));
    let is_private = match address {
        IpAddr::V4(address) => address.is_private(),
        IpAddr::V6(_) => false,
    };
    match (is_inner, is_private) {
        (false, true) => 0,
        (false, false) => 1,
        (true, _) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_networks_go_first() {
        let home = rank("wlan0", "192.168.1.5".parse().unwrap());
        let public = rank("eth0", "203.0.113.5".parse().unwrap());
        let inner = rank("docker0", "172.17.0.1".parse().unwrap());
        assert!(home < public && public < inner);
    }
}
