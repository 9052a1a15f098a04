//! What a vector unit has to tell about 64 bytes: bit `i` of every mask is byte `i` of the block.

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// What has to be known of every byte, inside strings and out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextMasks {
    pub backslash: u64,
    pub quote: u64,
    /// Bytes below 0x20.
    pub control: u64,
    /// Bytes of 0x80 and above.
    pub non_ascii: u64,
}

/// What matters outside strings only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SyntaxMasks {
    /// `{ } [ ] : ,`, and the control bytes 0x0C and 0x1A, which vectors cannot tell from `,` and `:` as cheaply and
    /// the grammar refuses.
    pub operator: u64,
    /// Space, tab, line feed, carriage return.
    pub space: u64,
}

/// One block in registers.
///
/// # Safety
/// An implementation may need CPU features; its methods are called only from functions compiled for them, and those
/// are reached only through a [`super::Level`] that the CPU supports.
pub(super) trait Lanes: Copy {
    unsafe fn load(block: &[u8; BLOCK]) -> Self;
    unsafe fn text(self) -> TextMasks;
    unsafe fn syntax(self) -> SyntaxMasks;
    unsafe fn equal(self, byte: u8) -> u64;
    /// Bytes that may follow a backslash: `" \ / b f n r t u`.
    unsafe fn escapable(self) -> u64;
    /// UTF-8 continuation bytes, 0x80–0xBF.
    unsafe fn continuation(self) -> u64;
    /// First bytes of 4-byte sequences, 0xF0 and above.
    unsafe fn four_byte_lead(self) -> u64;
    /// Bit `i` is the parity of bits `0..=i`: turns quotes into "inside a string".
    unsafe fn prefix_xor(mask: u64) -> u64;
}

/// Eight bytes at a time in ordinary registers; needs nothing of the CPU.
#[derive(Clone, Copy)]
pub(super) struct Scalar([u64; BLOCK / 8]);

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

impl Scalar {
    /// Bit `i` of the result: the top bit of byte `i` after `test`, which leaves all other bits clear.
    #[inline(always)]
    fn gather(self, test: impl Fn(u64) -> u64) -> u64 {
        let mut mask = 0;
        for (at, &word) in self.0.iter().enumerate() {
            mask |= ((test(word) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * at);
        }
        mask
    }
}

/// Top bits of the bytes of `word` that are `byte`.
#[inline(always)]
const fn is(word: u64, byte: u8) -> u64 {
    let differs = word ^ (ONES * byte as u64);
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

/// Top bits of the bytes of `word` that are below `bound`, at most 0x80.
#[inline(always)]
const fn is_below(word: u64, bound: u8) -> u64 {
    let reaches = (word & !HIGH) + ONES * (0x80 - bound as u64);
    !(reaches | word) & HIGH
}

impl Lanes for Scalar {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        let (words, _) = block.as_chunks::<8>();
        let mut loaded = [0; BLOCK / 8];
        for (to, from) in loaded.iter_mut().zip(words) {
            *to = u64::from_le_bytes(*from);
        }
        Self(loaded)
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        TextMasks {
            backslash: self.gather(|word| is(word, b'\\')),
            quote: self.gather(|word| is(word, b'"')),
            control: self.gather(|word| is_below(word, 0x20)),
            non_ascii: if self.0.iter().any(|word| word & HIGH != 0) { self.gather(|word| word & HIGH) } else { 0 },
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        let folded = |word: u64| word | ONES * 0x20;
        SyntaxMasks {
            operator: self.gather(|word| {
                let word = folded(word);
                is(word, b'{') | is(word, b'}') | is(word, b':') | is(word, b',')
            }),
            space: self.gather(|word| is(word, b' ') | is(word, b'\t') | is(word, b'\n') | is(word, b'\r')),
        }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        self.gather(|word| is(word, byte))
    }

    #[inline(always)]
    unsafe fn escapable(self) -> u64 {
        self.gather(|word| b"\"\\/bfnrtu".iter().fold(0, |any, &byte| any | is(word, byte)))
    }

    #[inline(always)]
    unsafe fn continuation(self) -> u64 {
        self.gather(|word| word & !(word << 1) & HIGH)
    }

    #[inline(always)]
    unsafe fn four_byte_lead(self) -> u64 {
        self.gather(|word| word & (word << 1) & (word << 2) & (word << 3) & HIGH)
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        let mut parity = mask;
        for shift in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << shift;
        }
        parity
    }
}
