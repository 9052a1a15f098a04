//! WebAssembly's vectors (4 × 16 bytes). A module with them is refused as a whole where there are none, so nothing is asked at
//! run time.

use super::hints::{self, HintBytes};
use super::lanes::{BLOCK, Escapes, Lanes, SyntaxMasks, TextMasks};
use super::places::{self, Masks, Sought};
use super::structure::{self, Marks, Structure};
use core::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_lt, i8x16_splat, i16x8_eq, u8x16_ge, u8x16_le, u8x16_splat, u16x8_splat, v128,
    v128_any_true, v128_load, v128_or,
};

#[derive(Clone, Copy)]
struct Simd128([v128; 4]);

fn is(v: v128, byte: u8) -> v128 {
    i8x16_eq(v, u8x16_splat(byte))
}

impl Simd128 {
    /// Gathers the truth of 64 lanes (0x00 or 0xFF) into one word.
    #[inline(always)]
    fn mask(self, compare: impl Fn(v128) -> v128) -> u64 {
        let [a, b, c, d] = self.0.map(|v| u64::from(i8x16_bitmask(compare(v))));
        a | b << 16 | c << 32 | d << 48
    }

    /// The four registers in one, byte by byte.
    #[inline(always)]
    fn any(self, test: impl Fn(v128) -> v128) -> v128 {
        let [a, b, c, d] = self.0.map(test);
        v128_or(v128_or(a, b), v128_or(c, d))
    }
}

impl Lanes for Simd128 {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        // SAFETY: the reference is to 64 readable bytes; the loads need no alignment.
        unsafe { Self([0, 16, 32, 48].map(|offset| v128_load(block.as_ptr().add(offset).cast()))) }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        self.mask(|v| is(v, byte))
    }

    #[inline(always)]
    unsafe fn words(self, words: [u16; 2]) -> u64 {
        let [first, second] = words.map(|word| u16x8_splat(word));
        u64::from(v128_any_true(self.any(|v| v128_or(i16x8_eq(v, first), i16x8_eq(v, second)))))
    }

    #[inline(always)]
    unsafe fn folded(self) -> Self {
        Self(self.0.map(|v| v128_or(v, u8x16_splat(0x20))))
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        TextMasks {
            backslash: self.mask(|v| is(v, b'\\')),
            quote: self.mask(|v| is(v, b'"')),
            control: self.mask(|v| u8x16_le(v, u8x16_splat(0x1F))),
            non_ascii: i8x16_bitmask(self.any(|v| v)) != 0,
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        SyntaxMasks {
            operator: self.mask(|v| {
                let folded = v128_or(v, u8x16_splat(0x20));
                let brackets = v128_or(is(folded, b'{'), is(folded, b'}'));
                v128_or(brackets, v128_or(is(folded, b':'), is(folded, b',')))
            }),
            space: self.mask(|v| {
                let blank = v128_or(is(v, b' '), is(v, b'\t'));
                v128_or(blank, v128_or(is(v, b'\n'), is(v, b'\r')))
            }),
        }
    }

    #[inline(always)]
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes {
        // As in the other levels: nearly all escapes are line feeds, tabs, quotes and backslashes.
        let rest = escaped & !known;
        if rest == 0 {
            return Escapes::default();
        }
        let rest = rest & !self.mask(|v| v128_or(is(v, b'n'), is(v, b't')));
        if rest == 0 {
            return Escapes::default();
        }
        let unicode = rest & self.mask(|v| is(v, b'u'));
        let others = self.mask(|v| v128_or(v128_or(is(v, b'/'), is(v, b'b')), v128_or(is(v, b'f'), is(v, b'r'))));
        Escapes { unknown: rest & !unicode & !others, unicode }
    }

    #[inline(always)]
    unsafe fn utf8_surplus(self, counted: u64) -> u32 {
        let continuation = self.mask(|v| i8x16_lt(v, i8x16_splat(-0x40)));
        let four_byte_lead = self.mask(|v| u8x16_ge(v, u8x16_splat(0xF0)));
        (continuation & counted).count_ones().wrapping_sub((four_byte_lead & counted).count_ones())
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        [1, 2, 4, 8, 16, 32].into_iter().fold(mask, |parity, shift| parity ^ (parity << shift))
    }
}

pub(super) fn mark_chunk_simd128(body: &[u8], state: &mut Structure, marks: &mut Marks) {
    structure::mark_chunk::<Simd128>(body, state, marks);
}

pub(super) fn count_surplus_simd128(body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    structure::count_surplus::<Simd128>(body, from, to, escaped)
}

pub(super) fn any_hint_simd128<H: HintBytes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    hints::any_hint::<Simd128, H>(raw, is_error)
}

pub(super) fn mark_places_simd128(text: &[u8], sought: Sought, masks: &mut Masks) {
    places::mark::<Simd128>(text, sought, masks);
}
