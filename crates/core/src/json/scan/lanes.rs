//! What a scan asks of a vector unit about 64 bytes. Bit `i` of every mask is byte `i` of the block.

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// Masks that are needed inside strings and outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextMasks {
    pub backslash: u64,
    pub quote: u64,
    /// Bytes below 0x20.
    pub control: u64,
    /// Whether there are bytes of 0x80 and above.
    pub non_ascii: bool,
}

/// Masks that are needed outside strings only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SyntaxMasks {
    /// `{ } [ ] : ,`, and the control bytes 0x0C and 0x1A, which cheap vector code cannot tell from `,` and `:`; the
    /// grammar refuses them.
    pub operator: u64,
    /// Space, tab, line feed, carriage return.
    pub space: u64,
}

/// The escaped bytes of a block, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Escapes {
    pub unknown: u64,
    pub unicode: u64,
}

/// One block in registers.
///
/// # Safety
/// - The CPU has the features that an implementation needs: its methods are called only in functions that enable them,
///   which are entered only with a [`super::Level`], and that exists only where the CPU was found to have them.
pub(super) trait Lanes: Copy {
    unsafe fn load(block: &[u8; BLOCK]) -> Self;
    /// Bytes that are `byte`.
    unsafe fn equal(self, byte: u8) -> u64;
    /// The same block with bit 0x20 set in every byte: ASCII letters become lower-case.
    unsafe fn folded(self) -> Self;
    /// Not 0 if one of the block's 32 words of 16 bits, little-endian, is one of `words`. By default always 1: for a level
    /// on which comparing costs as much as a search.
    #[inline(always)]
    unsafe fn words(self, _words: [u16; 2]) -> u64 {
        1
    }
    unsafe fn text(self) -> TextMasks;
    unsafe fn syntax(self) -> SyntaxMasks;
    /// Of the `escaped` bytes: those that JSON does not allow (it allows `" \ / b f n r t u`), and the `u`s. `known` are
    /// quotes and backslashes, which the caller has found already.
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes;
    /// Among the `counted` bytes: UTF-8 continuation bytes (0x80–0xBF) less first bytes of 4-byte sequences (0xF0 and
    /// above); wrapping.
    unsafe fn utf8_surplus(self, counted: u64) -> u32;
    /// Writes `base` plus the place of each bit of `bits`, ascending, to the start of `offsets`, and the byte of `block`
    /// at each to the start of `bytes`. The rest of both is unspecified: eight places are written at a time even for
    /// fewer bits, because a loop over few bits mispredicts more than it saves.
    #[inline(always)]
    unsafe fn write_places(
        self,
        bits: u64,
        base: u32,
        block: &[u8; BLOCK],
        offsets: &mut [u32; BLOCK],
        bytes: &mut [u8; BLOCK],
    ) {
        let (offsets, _) = offsets.as_chunks_mut::<8>();
        let (bytes, _) = bytes.as_chunks_mut::<8>();
        let mut rest = bits;
        for (offsets, bytes) in offsets.iter_mut().zip(bytes).take((bits.count_ones() as usize).div_ceil(8)) {
            for (offset, byte) in offsets.iter_mut().zip(bytes) {
                let place = rest.trailing_zeros();
                *offset = base.wrapping_add(place);
                *byte = block[place as usize % BLOCK];
                rest &= rest.wrapping_sub(1);
            }
        }
    }
    /// Bit `i` of the result is the parity of bits `0..=i`. It turns quotes into "inside a string".
    unsafe fn prefix_xor(mask: u64) -> u64;
}

/// Eight bytes at a time in ordinary registers, which every CPU has.
#[derive(Clone, Copy)]
pub(super) struct Scalar([u64; BLOCK / 8]);

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

impl Scalar {
    /// Bit `i` of the result is the top bit of byte `i` after `test`, which clears all other bits.
    #[inline(always)]
    fn gather(self, test: impl Fn(u64) -> u64) -> u64 {
        let tops = self.0.map(test);
        // Most masks are empty, and seeing that costs less than gathering bits.
        if tops.iter().fold(0, |any, top| any | top) == 0 {
            return 0;
        }
        let gathered = |top: u64| (top >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        tops.iter().enumerate().fold(0, |mask, (at, &top)| mask | gathered(top) << (8 * at))
    }

    /// Number of the `counted` bytes whose top bit is set after `test`, which clears all other bits.
    #[inline(always)]
    fn count(self, counted: u64, test: impl Fn(u64) -> u64) -> u32 {
        if counted != u64::MAX {
            return (self.gather(test) & counted).count_ones();
        }
        let by_place = self.0.iter().fold(0, |sum, &word| sum + (test(word) >> 7));
        (by_place.wrapping_mul(ONES) >> 56) as u32
    }
}

/// The top bit of each byte of `word` that is `byte`.
#[inline(always)]
pub(crate) const fn is(word: u64, byte: u8) -> u64 {
    let differs = word ^ (ONES * byte as u64);
    !(((differs & !HIGH) + !HIGH) | differs) & HIGH
}

/// The top bit of each byte of `word` that is below `bound`, which is at most 0x80.
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
    unsafe fn equal(self, byte: u8) -> u64 {
        self.gather(|word| is(word, byte))
    }

    #[inline(always)]
    unsafe fn folded(self) -> Self {
        Self(self.0.map(|word| word | (ONES * 0x20)))
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        TextMasks {
            backslash: self.gather(|word| is(word, b'\\')),
            quote: self.gather(|word| is(word, b'"')),
            control: self.gather(|word| is_below(word, 0x20)),
            non_ascii: self.0.iter().fold(0, |any, word| any | word) & HIGH != 0,
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        let folded = |word: u64| word | (ONES * 0x20);
        SyntaxMasks {
            operator: self.gather(|word| {
                let word = folded(word);
                is(word, b'{') | is(word, b'}') | is(word, b':') | is(word, b',')
            }),
            space: self.gather(|word| is(word, b' ') | is(word, b'\t') | is(word, b'\n') | is(word, b'\r')),
        }
    }

    #[inline(always)]
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes {
        let mut found = Escapes::default();
        let mut rest = escaped & !known;
        while rest != 0 {
            let at = rest.trailing_zeros();
            let word = self.0.get(at as usize / 8).copied().unwrap_or(0);
            match (word >> (at % 8 * 8)) as u8 {
                b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                b'u' => found.unicode |= 1 << at,
                _ => found.unknown |= 1 << at,
            }
            rest &= rest - 1;
        }
        found
    }

    #[inline(always)]
    unsafe fn utf8_surplus(self, counted: u64) -> u32 {
        let continuation = self.count(counted, |word| word & !(word << 1) & HIGH);
        let four_byte_lead = self.count(counted, |word| word & (word << 1) & (word << 2) & (word << 3) & HIGH);
        continuation.wrapping_sub(four_byte_lead)
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
