//! Style sheets, words and small programs without what only their authors read.

/// A style sheet without comments, indentation and empty lines.
///
/// Lines stay lines, so that a browser's tools still say where something is. A style sheet with `/*` inside a string is
/// left as it is; so is one that is not text.
pub(crate) fn css(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return bytes;
    };
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        let line = before.rsplit('\n').next().unwrap_or_default();
        let Some((_, behind)) = after.split_once("*/") else {
            return bytes;
        };
        if line.matches('"').count() % 2 == 1 {
            return bytes;
        }
        plain.push_str(before);
        rest = behind;
    }
    plain.push_str(rest);
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut short = close(&lines.collect::<Vec<_>>().join("\n"));
    short.push('\n');
    short.into_bytes()
}

/// Without the spaces around braces and after `:`, `;` and `,`, but for those inside strings.
fn close(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut quoted = false;
    for letter in text.chars() {
        if letter == '"' {
            quoted = !quoted;
        }
        if !quoted {
            if letter == ' ' && short.ends_with(['{', '}', ':', ';', ',']) {
                continue;
            }
            if matches!(letter, '{' | '}') && short.ends_with(' ') {
                short.pop();
            }
            if letter == '}' && short.ends_with(';') {
                short.pop();
            }
        }
        short.push(letter);
    }
    short
}

/// Messages without the lines of comments and the empty ones between them; what is not text stays as it is.
pub(crate) fn ftl(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return bytes;
    };
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .flat_map(|line| [line.trim_end(), "\n"])
        .collect::<String>()
        .into_bytes()
}

/// A program without indentation, empty lines and lines that are comments. No string and no template of ours goes over a line.
pub(crate) fn js(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return bytes;
    };
    let lines = text.lines().map(str::trim).filter(|line| {
        let comment = ["//", "/*", "* ", "*/"]
            .iter()
            .any(|begin| line.starts_with(begin));
        !line.is_empty() && !comment
    });
    lines
        .flat_map(|line| [line, "\n"])
        .collect::<String>()
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_keeps_its_lines() {
        let text = "/**\n * Says.\n */\nfunction a() {\n  // why\n  return 1; // here\n}\n";
        assert_eq!(
            js(text.as_bytes().to_vec()),
            b"function a() {\nreturn 1; // here\n}\n"
        );
    }

    #[test]
    fn comments_between_messages_go() {
        let text = "# of all\n\n## Part\n\na = b\nc = { $n ->\n    [one] # 1\n   *[other] d\n}\n";
        assert_eq!(
            ftl(text.as_bytes().to_vec()),
            b"a = b\nc = { $n ->\n    [one] # 1\n   *[other] d\n}\n"
        );
    }

    fn short(text: &str) -> String {
        String::from_utf8(css(text.as_bytes().to_vec())).unwrap()
    }

    #[test]
    fn comments_and_indentation_go() {
        let text = "/* one */\n\na {\n  b: c; /* two\n lines */ d: e;\n}\n";
        assert_eq!(short(text), "a{\nb:c;d:e;\n}\n");
    }

    #[test]
    fn spaces_that_mean_something_stay() {
        let text = "a :hover, b > c { margin: calc(1px + 2px) 0; content: \": { \"; }";
        let expected = "a :hover,b > c{margin:calc(1px + 2px) 0;content:\": { \"}\n";
        assert_eq!(short(text), expected);
    }

    #[test]
    fn what_is_not_understood_stays() {
        for text in ["a { content: \"/*\"; } /* x */", "a {} /* open"] {
            assert_eq!(short(text), text);
        }
        assert_eq!(css(vec![0xff, 0xfe]), [0xff, 0xfe]);
    }
}
