//! NEON (4 × 16 bytes). NEON is part of every `aarch64` target, so nothing is asked at run time.

use super::hints::{self, HintBytes};
use super::lanes::{BLOCK, Escapes, Lanes, SyntaxMasks, TextMasks};
use super::places::{self, Masks, Sought};
use super::structure::{self, Marks, Structure};
use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vceqq_u8, vcgeq_u8, vcltq_u8, vdupq_n_u8, vget_lane_u64, vget_low_u8, vld1q_u8, vmaxvq_u8,
    vorrq_u8, vpaddq_u8, vqtbl1q_u8, vreinterpret_u64_u8, vshrq_n_u8, vtstq_u8,
};

#[derive(Clone, Copy)]
struct Neon([uint8x16_t; 4]);

const ESCAPABLE_LOW: [u8; 16] = [0, 0, 1 | 4 | 8, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1];
const ESCAPABLE_HIGH: [u8; 16] = [0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0];
const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Neon {
    /// Gathers the top-level truth of 64 lanes (0x00 or 0xFF) into one word.
    #[inline(always)]
    unsafe fn mask(self, compare: impl Fn(uint8x16_t) -> uint8x16_t) -> u64 {
        // SAFETY: NEON is part of the target; the load reads the 16 bytes of `BIT`.
        unsafe {
            let bit = vld1q_u8(BIT.as_ptr());
            let [a, b, c, d] = self.0.map(|v| vandq_u8(compare(v), bit));
            let sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vget_low_u8(vpaddq_u8(sum, sum))))
        }
    }
}

impl Lanes for Neon {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        // SAFETY: NEON is part of the target. The reference is to 64 readable bytes; the loads need no alignment.
        unsafe { Self([0, 16, 32, 48].map(|offset| vld1q_u8(block.as_ptr().add(offset)))) }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        // SAFETY: NEON is part of the target; only registers are used.
        unsafe { self.mask(|v| vceqq_u8(v, vdupq_n_u8(byte))) }
    }

    #[inline(always)]
    unsafe fn folded(self) -> Self {
        // SAFETY: NEON is part of the target; only registers are used.
        unsafe { Self(self.0.map(|v| vorrq_u8(v, vdupq_n_u8(0x20)))) }
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        // SAFETY: NEON is part of the target, and `equal` and `mask` need no more; only registers are used.
        unsafe {
            let [a, b, c, d] = self.0;
            let any = vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
            TextMasks {
                backslash: self.equal(b'\\'),
                quote: self.equal(b'"'),
                control: self.mask(|v| vcltq_u8(v, vdupq_n_u8(0x20))),
                non_ascii: vmaxvq_u8(any) >= 0x80,
            }
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        // SAFETY: NEON is part of the target, and `mask` needs no more; only registers are used.
        unsafe {
            let is = |v, byte: u8| vceqq_u8(v, vdupq_n_u8(byte));
            SyntaxMasks {
                operator: self.mask(|v| {
                    let folded = vorrq_u8(v, vdupq_n_u8(0x20));
                    let brackets = vorrq_u8(is(folded, b'{'), is(folded, b'}'));
                    vorrq_u8(brackets, vorrq_u8(is(folded, b':'), is(folded, b',')))
                }),
                space: self.mask(|v| {
                    let blank = vorrq_u8(is(v, b' '), is(v, b'\t'));
                    vorrq_u8(blank, vorrq_u8(is(v, b'\n'), is(v, b'\r')))
                }),
            }
        }
    }

    #[inline(always)]
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes {
        // SAFETY: NEON is part of the target; each load reads a table of exactly 16 bytes.
        unsafe {
            // As in the other levels: nearly all escapes are line feeds, tabs, quotes and backslashes.
            let usual = self.mask(|v| vorrq_u8(vceqq_u8(v, vdupq_n_u8(b'n')), vceqq_u8(v, vdupq_n_u8(b't'))));
            let escaped = escaped & !(usual | known);
            if escaped == 0 {
                return Escapes::default();
            }
            let low = vld1q_u8(ESCAPABLE_LOW.as_ptr());
            let high = vld1q_u8(ESCAPABLE_HIGH.as_ptr());
            let nibble = vdupq_n_u8(0x0F);
            let escapable =
                self.mask(|v| vtstq_u8(vqtbl1q_u8(low, vandq_u8(v, nibble)), vqtbl1q_u8(high, vshrq_n_u8::<4>(v))));
            Escapes { unknown: escaped & !escapable, unicode: escaped & self.equal(b'u') }
        }
    }

    #[inline(always)]
    unsafe fn utf8_surplus(self, counted: u64) -> u32 {
        // SAFETY: NEON is part of the target, and `mask` needs no more; only registers are used.
        unsafe {
            let continuation = self.mask(|v| vceqq_u8(vandq_u8(v, vdupq_n_u8(0xC0)), vdupq_n_u8(0x80)));
            let four_byte_lead = self.mask(|v| vcgeq_u8(v, vdupq_n_u8(0xF0)));
            (continuation & counted).count_ones().wrapping_sub((four_byte_lead & counted).count_ones())
        }
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        // Shifts instead of a carry-less multiplication: PMULL is optional on this architecture.
        [1, 2, 4, 8, 16, 32].into_iter().fold(mask, |parity, shift| parity ^ (parity << shift))
    }
}

pub(super) fn mark_chunk_neon(body: &[u8], state: &mut Structure, marks: &mut Marks) {
    structure::mark_chunk::<Neon>(body, state, marks);
}

pub(super) fn count_surplus_neon(body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    structure::count_surplus::<Neon>(body, from, to, escaped)
}

pub(super) fn any_hint_neon<H: HintBytes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    hints::any_hint::<Neon, H>(raw, is_error)
}

pub(super) fn mark_places_neon(text: &[u8], sought: Sought, masks: &mut Masks) {
    places::mark::<Neon>(text, sought, masks);
}
