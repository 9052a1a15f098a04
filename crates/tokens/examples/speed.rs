//! Measures bytes a second of the estimate on every level and of the count, and how the count grows on texts made to be
//! hard.
//!
//! ```text
//! cargo run --release -p tamis-tokens --example speed -- FILE
//! ```

#![expect(clippy::cast_precision_loss, reason = "times and sizes are far below where a float loses digits")]

use std::hint::black_box;
use std::time::Instant;
use tamis_tokens::{Encoding, Level, count_utf8, estimate_json_string, estimate_utf8};

fn main() {
    let file = std::env::args().nth(1).expect("usage: speed FILE");
    let text = std::fs::read(file).expect("a readable file");
    let text = text.get(..text.len().min(1 << 17)).unwrap_or_default();
    let best = |run: &dyn Fn() -> u64| {
        let time = |_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed().as_secs_f64()
        };
        (0..300).map(time).fold(f64::INFINITY, f64::min)
    };
    let rate = |seconds: f64| text.len() as f64 / seconds / 1e9;
    for encoding in Encoding::ALL {
        for level in Level::available() {
            let plain = best(&|| estimate_utf8(text, encoding, level));
            let json = best(&|| estimate_json_string(text, encoding, level));
            let (name, level) = (encoding.name(), level.name());
            println!("{name} {level}: {:.2} GB/s, as a JSON string {:.2} GB/s", rate(plain), rate(json));
        }
        println!("{} exact: {:.3} GB/s", encoding.name(), rate(best(&|| count_utf8(text, encoding))));
    }
    let families: [(&str, &str); 7] = [
        ("letter", "a"),
        ("space", " "),
        ("digit", "7"),
        ("NUL", "\0"),
        ("emoji", "😀"),
        ("newline", "\n"),
        ("slash", "/"),
    ];
    let base64 = |bytes: usize| {
        let digit = |at: usize| {
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                [at.wrapping_mul(2_654_435_761) >> 7 & 63]
        };
        (0..bytes).map(digit).collect::<Vec<u8>>()
    };
    let letters = |bytes: usize| {
        (0..bytes).map(|at| b'a' + (at.wrapping_mul(2_654_435_761) >> 9) as u8 % 26).collect::<Vec<u8>>()
    };
    for encoding in Encoding::ALL {
        let times = |make: &dyn Fn(usize) -> Vec<u8>| {
            let [small, large] = [1 << 19, 1 << 20].map(|bytes| {
                let text = make(bytes);
                (0..3)
                    .map(|_| {
                        let start = Instant::now();
                        black_box(count_utf8(&text, encoding));
                        start.elapsed().as_secs_f64()
                    })
                    .fold(f64::INFINITY, f64::min)
            });
            (large * 1e3, large / small)
        };
        for (name, one) in families {
            let (millis, ratio) = times(&|bytes| one.repeat(bytes / one.len()).into_bytes());
            println!("{} {name}: 1 MB in {millis:.1} ms, t(2n)/t(n) {ratio:.2}", encoding.name());
        }
        for (name, make) in [("base64", &base64 as &dyn Fn(usize) -> Vec<u8>), ("random letters", &letters)] {
            let (millis, ratio) = times(make);
            println!("{} {name}: 1 MB in {millis:.1} ms, t(2n)/t(n) {ratio:.2}", encoding.name());
        }
    }
}
