//! AVX2 (2 × 32 bytes) and AVX-512 (64 bytes, results straight in mask registers).

use super::hints::{self, HintBytes};
use super::lanes::{BLOCK, Escapes, Lanes, SyntaxMasks, TextMasks};
use super::places::{self, Masks, Sought};
use super::structure::{self, Marks, Structure};
use core::arch::x86_64::{
    __m256i, __m512i, _mm_clmulepi64_si128, _mm_cvtsi128_si64, _mm_loadu_si128, _mm_set_epi64x, _mm_set1_epi8,
    _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cmpgt_epi8,
    _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm512_add_epi32,
    _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_castsi512_si128, _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask,
    _mm512_cmpge_epu8_mask, _mm512_cmplt_epi8_mask, _mm512_cmplt_epu8_mask, _mm512_cvtepu8_epi32,
    _mm512_extracti32x4_epi32, _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_movepi8_mask, _mm512_or_si512,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_shuffle_epi8, _mm512_srli_epi16,
    _mm512_storeu_si512, _mm512_test_epi8_mask,
};

pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("pclmulqdq")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

pub(super) fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi2")
}

/// Shuffle tables, indexed by a byte's low (or high) four bits. `shuffle` yields 0 for bytes of 0x80 and above.
mod table {
    /// A byte is white space iff the entry equals it.
    pub const SPACE: [u8; 16] = [b' ', 100, 100, 100, 17, 100, 113, 2, 100, b'\t', b'\n', 112, 100, b'\r', 100, 100];
    /// A byte is an operator iff the entry equals it with bit 0x20 set (so `[` counts as `{`).
    pub const OPERATOR: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b':', b'{', b',', b'}', 0, 0];
    /// A byte may be escaped iff the entries for its two halves share a bit: 1 for 2x, 2 for 5x, 4 for 6x, 8 for 7x.
    pub const ESCAPABLE_LOW: [u8; 16] = [0, 0, 1 | 4 | 8, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1];
    pub const ESCAPABLE_HIGH: [u8; 16] = [0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0];
}

#[derive(Clone, Copy)]
struct Avx2 {
    low: __m256i,
    high: __m256i,
}

/// A table twice, for a shuffle within both halves of a register.
#[inline(always)]
unsafe fn table256(table: &[u8; 16]) -> __m256i {
    // SAFETY: the caller has AVX2. The reference is to 16 readable bytes; the load needs no alignment.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

impl Avx2 {
    /// Applies a comparison that yields 0x00 or 0xFF lanes to both halves.
    #[inline(always)]
    unsafe fn mask(self, compare: impl Fn(__m256i) -> __m256i) -> u64 {
        // SAFETY: the caller has AVX2; only registers are used.
        let bits = |half| u64::from(unsafe { _mm256_movemask_epi8(compare(half)) }.cast_unsigned());
        bits(self.low) | (bits(self.high) << 32)
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        let pointer = block.as_ptr();
        // SAFETY: the caller has AVX2. The reference is to 64 readable bytes; the loads need no alignment.
        unsafe { Self { low: _mm256_loadu_si256(pointer.cast()), high: _mm256_loadu_si256(pointer.add(32).cast()) } }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        // SAFETY: the caller has AVX2; only registers are used.
        unsafe {
            let wanted = _mm256_set1_epi8(byte.cast_signed());
            self.mask(|v| _mm256_cmpeq_epi8(v, wanted))
        }
    }

    #[inline(always)]
    unsafe fn words(self, words: [u16; 2]) -> u64 {
        // SAFETY: the caller has AVX2; only registers are used.
        unsafe {
            let [first, second] = words.map(|word| _mm256_set1_epi16(word.cast_signed()));
            let found = |v| _mm256_or_si256(_mm256_cmpeq_epi16(v, first), _mm256_cmpeq_epi16(v, second));
            let found = _mm256_or_si256(found(self.low), found(self.high));
            u64::from(_mm256_movemask_epi8(found).cast_unsigned())
        }
    }

    #[inline(always)]
    unsafe fn folded(self) -> Self {
        // SAFETY: the caller has AVX2; only registers are used.
        unsafe {
            let bit5 = _mm256_set1_epi8(0x20);
            Self { low: _mm256_or_si256(self.low, bit5), high: _mm256_or_si256(self.high, bit5) }
        }
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        // SAFETY: the caller has AVX2, which `equal` and `mask` need, too; only registers are used.
        unsafe {
            let limit = _mm256_set1_epi8(0x1F);
            let is_control = |v| _mm256_cmpeq_epi8(_mm256_min_epu8(v, limit), v);
            // A compact body has none.
            let has_control = _mm256_movemask_epi8(is_control(_mm256_min_epu8(self.low, self.high))) != 0;
            TextMasks {
                backslash: self.equal(b'\\'),
                quote: self.equal(b'"'),
                control: if has_control { self.mask(is_control) } else { 0 },
                non_ascii: _mm256_movemask_epi8(_mm256_or_si256(self.low, self.high)) != 0,
            }
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        // SAFETY: the caller has AVX2, which `table256` and `mask` need, too; only registers are used.
        unsafe {
            let space = table256(&table::SPACE);
            let operator = table256(&table::OPERATOR);
            let bit5 = _mm256_set1_epi8(0x20);
            let folded_equal = |v| _mm256_cmpeq_epi8(_mm256_or_si256(v, bit5), _mm256_shuffle_epi8(operator, v));
            SyntaxMasks {
                operator: self.mask(folded_equal),
                space: self.mask(|v| _mm256_cmpeq_epi8(v, _mm256_shuffle_epi8(space, v))),
            }
        }
    }

    #[inline(always)]
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes {
        // SAFETY: the caller has AVX2, which `table256`, `equal` and `mask` need, too; only registers are used.
        unsafe {
            // Nearly all escapes are line feeds, tabs, quotes and backslashes.
            let (feed, tab) = (_mm256_set1_epi8(b'n'.cast_signed()), _mm256_set1_epi8(b't'.cast_signed()));
            let usual = self.mask(|v| _mm256_or_si256(_mm256_cmpeq_epi8(v, feed), _mm256_cmpeq_epi8(v, tab)));
            let escaped = escaped & !(usual | known);
            if escaped == 0 {
                return Escapes::default();
            }
            let low = table256(&table::ESCAPABLE_LOW);
            let high = table256(&table::ESCAPABLE_HIGH);
            let nibble = _mm256_set1_epi8(0x0F);
            let zero = _mm256_setzero_si256();
            let inescapable = self.mask(|v| {
                let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(v), nibble);
                let both = _mm256_and_si256(_mm256_shuffle_epi8(low, v), _mm256_shuffle_epi8(high, upper));
                _mm256_cmpeq_epi8(both, zero)
            });
            Escapes { unknown: escaped & inescapable, unicode: escaped & self.equal(b'u') }
        }
    }

    #[inline(always)]
    unsafe fn utf8_surplus(self, counted: u64) -> u32 {
        // SAFETY: the caller has AVX2, which `mask` needs, too. As signed bytes 0x80–0xBF are -128..=-65.
        unsafe {
            let after = _mm256_set1_epi8(-64);
            let lead = _mm256_set1_epi8(0xF0u8.cast_signed());
            let continuation = self.mask(|v| _mm256_cmpgt_epi8(after, v)) & counted;
            let four_byte_lead = self.mask(|v| _mm256_cmpeq_epi8(_mm256_max_epu8(v, lead), v)) & counted;
            continuation.count_ones().wrapping_sub(four_byte_lead.count_ones())
        }
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        // SAFETY: the caller has PCLMULQDQ. Multiplying by all ones without carries is a prefix parity.
        unsafe {
            let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, mask.cast_signed()), _mm_set1_epi8(-1));
            _mm_cvtsi128_si64(product).cast_unsigned()
        }
    }
}

#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// 0, 1, … 63.
const PLACES: [u8; BLOCK] = {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        places[at] = at as u8;
        at += 1;
    }
    places
};

#[inline(always)]
unsafe fn table512(table: &[u8; 16]) -> __m512i {
    // SAFETY: 16 bytes are readable; the caller has AVX-512F.
    unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast())) }
}

impl Lanes for Avx512 {
    #[inline(always)]
    unsafe fn load(block: &[u8; BLOCK]) -> Self {
        // SAFETY: the caller has AVX-512 F. The reference is to 64 readable bytes; the load needs no alignment.
        unsafe { Self(_mm512_loadu_si512(block.as_ptr().cast())) }
    }

    #[inline(always)]
    unsafe fn equal(self, byte: u8) -> u64 {
        // SAFETY: the caller has AVX-512 BW; only registers are used.
        unsafe { _mm512_cmpeq_epi8_mask(self.0, _mm512_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn words(self, words: [u16; 2]) -> u64 {
        // SAFETY: the caller has AVX-512 BW; only registers are used.
        unsafe {
            let [first, second] = words.map(|word| _mm512_set1_epi16(word.cast_signed()));
            u64::from(_mm512_cmpeq_epi16_mask(self.0, first) | _mm512_cmpeq_epi16_mask(self.0, second))
        }
    }

    #[inline(always)]
    unsafe fn folded(self) -> Self {
        // SAFETY: the caller has AVX-512 F; only registers are used.
        unsafe { Self(_mm512_or_si512(self.0, _mm512_set1_epi8(0x20))) }
    }

    #[inline(always)]
    unsafe fn text(self) -> TextMasks {
        // SAFETY: the caller has AVX-512 BW, which `equal` needs, too; only registers are used.
        unsafe {
            TextMasks {
                backslash: self.equal(b'\\'),
                quote: self.equal(b'"'),
                control: _mm512_cmplt_epu8_mask(self.0, _mm512_set1_epi8(0x20)),
                non_ascii: _mm512_movepi8_mask(self.0) != 0,
            }
        }
    }

    #[inline(always)]
    unsafe fn syntax(self) -> SyntaxMasks {
        // SAFETY: the caller has AVX-512 F and BW, which `table512` needs, too; only registers are used.
        unsafe {
            let space = _mm512_shuffle_epi8(table512(&table::SPACE), self.0);
            let operator = _mm512_shuffle_epi8(table512(&table::OPERATOR), self.0);
            let folded = _mm512_or_si512(self.0, _mm512_set1_epi8(0x20));
            SyntaxMasks {
                operator: _mm512_cmpeq_epi8_mask(folded, operator),
                space: _mm512_cmpeq_epi8_mask(self.0, space),
            }
        }
    }

    #[inline(always)]
    unsafe fn escapes(self, escaped: u64, known: u64) -> Escapes {
        // SAFETY: the caller has AVX-512 F and BW, which `table512` and `equal` need, too; only registers are used.
        unsafe {
            // Nearly all escapes are line feeds, tabs, quotes and backslashes.
            let escaped = escaped & !(self.equal(b'n') | self.equal(b't') | known);
            if escaped == 0 {
                return Escapes::default();
            }
            let upper = _mm512_and_si512(_mm512_srli_epi16::<4>(self.0), _mm512_set1_epi8(0x0F));
            let low = _mm512_shuffle_epi8(table512(&table::ESCAPABLE_LOW), self.0);
            let high = _mm512_shuffle_epi8(table512(&table::ESCAPABLE_HIGH), upper);
            let escapable = _mm512_test_epi8_mask(low, high);
            Escapes { unknown: escaped & !escapable, unicode: escaped & self.equal(b'u') }
        }
    }

    #[inline(always)]
    unsafe fn utf8_surplus(self, counted: u64) -> u32 {
        // SAFETY: the caller has AVX-512 BW and POPCNT; only registers are used.
        unsafe {
            let continuation = _mm512_cmplt_epi8_mask(self.0, _mm512_set1_epi8(-64)) & counted;
            let four_byte_lead = _mm512_cmpge_epu8_mask(self.0, _mm512_set1_epi8(0xF0u8.cast_signed())) & counted;
            continuation.count_ones().wrapping_sub(four_byte_lead.count_ones())
        }
    }

    /// All places of a block in one register, those of the bits moved together, widened sixteen at a time.
    #[inline(always)]
    unsafe fn write_places(
        self,
        bits: u64,
        base: u32,
        _block: &[u8; BLOCK],
        offsets: &mut [u32; BLOCK],
        bytes: &mut [u8; BLOCK],
    ) {
        let to = offsets.as_mut_ptr();
        // SAFETY: the caller has AVX-512 F and VBMI2. The stores stay inside the 64 words of `offsets` and cover the 64
        // bytes of `bytes`; the load reads the 64 bytes of `PLACES`; none needs alignment.
        unsafe {
            _mm512_storeu_si512(bytes.as_mut_ptr().cast(), _mm512_maskz_compress_epi8(bits, self.0));
            let places = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(PLACES.as_ptr().cast()));
            let base = _mm512_set1_epi32(base.cast_signed());
            let store = |quarter, at: usize| {
                _mm512_storeu_si512(to.add(at).cast(), _mm512_add_epi32(_mm512_cvtepu8_epi32(quarter), base));
            };
            store(_mm512_castsi512_si128(places), 0);
            if bits.count_ones() > 16 {
                store(_mm512_extracti32x4_epi32::<1>(places), 16);
                store(_mm512_extracti32x4_epi32::<2>(places), 32);
                store(_mm512_extracti32x4_epi32::<3>(places), 48);
            }
        }
    }

    #[inline(always)]
    unsafe fn prefix_xor(mask: u64) -> u64 {
        // SAFETY: the caller has PCLMULQDQ, which is all that the function needs.
        unsafe { <Avx2 as Lanes>::prefix_xor(mask) }
    }
}

#[target_feature(enable = "avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn mark_chunk_avx2(body: &[u8], state: &mut Structure, marks: &mut Marks) {
    structure::mark_chunk::<Avx2>(body, state, marks);
}

#[target_feature(enable = "avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn count_surplus_avx2(body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    structure::count_surplus::<Avx2>(body, from, to, escaped)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn mark_chunk_avx512(body: &[u8], state: &mut Structure, marks: &mut Marks) {
    structure::mark_chunk::<Avx512>(body, state, marks);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn count_surplus_avx512(body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    structure::count_surplus::<Avx512>(body, from, to, escaped)
}

#[target_feature(enable = "avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn any_hint_avx2<H: HintBytes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    hints::any_hint::<Avx2, H>(raw, is_error)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn any_hint_avx512<H: HintBytes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    hints::any_hint::<Avx512, H>(raw, is_error)
}

#[target_feature(enable = "avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn mark_places_avx2(text: &[u8], sought: Sought, masks: &mut Masks) {
    places::mark::<Avx2>(text, sought, masks);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx2,pclmulqdq,popcnt,bmi1,bmi2")]
pub(super) fn mark_places_avx512(text: &[u8], sought: Sought, masks: &mut Masks) {
    places::mark::<Avx512>(text, sought, masks);
}
