//! Fits the weights.
//!
//! Whether a token begins at byte `i` (0 or 1) is explained as a sum of five numbers, one for each of the patterns
//! that end at `i - 1 … i + 3`. Each of the five tables is fitted in turn to the residue of the others (backfitting): an
//! entry is the mean residue at the places of its pattern. All five tables count every pattern of a text, so the estimate
//! of a text needs only their sum, which is the one committed table. Places outside the text count as places where no
//! token begins.

use crate::corpus::{Corpus, Text};
use tamis_tokens::{PATTERNS, Weights};

/// Distance of a pattern's end from the byte that it explains, in the order of the steps.
const OFFSETS: [isize; 5] = [1, 0, 2, -1, 3];
const LEAST: isize = -1;
const MOST: isize = 3;
const ROUNDS: usize = 2;

/// Number of places that a table's prior counts as.
const PRIOR: f64 = 3.0;
/// The prior of the prior: tokens a byte of unseen text.
const RARE: f64 = 0.3;

/// The residue at each place of a text.
struct Rest<'a> {
    text: &'a Text,
    weight: f64,
    left: Vec<f32>,
}

/// Weights fitted on all sources except the named ones.
pub fn fit(corpus: &Corpus, without: &[&str]) -> Box<Weights> {
    let mut rests = rests(corpus, without);
    let mut total = vec![0.0; PATTERNS];
    for round in 0..ROUNDS {
        for (step, offset) in OFFSETS.into_iter().enumerate() {
            let prior = round == 0 && step == 0;
            let table = table(&rests, offset, prior);
            for rest in &mut rests {
                rest.explain(&table, offset);
            }
            total.iter_mut().zip(&table).for_each(|(sum, part)| *sum += f64::from(*part));
        }
    }
    let rounded = |weight: f64| (weight * 1024.0).round() as i16;
    let weights: Vec<i16> = total.into_iter().map(rounded).collect();
    weights.into_boxed_slice().try_into().expect("as many as there are patterns")
}

/// The residues of all sources except those named in `without`. A source counts by the root of its bytes, so that large
/// ones count for more, but not in proportion.
fn rests<'a>(corpus: &'a Corpus, without: &[&str]) -> Vec<Rest<'a>> {
    let sources = corpus.sources.iter().filter(|source| !without.contains(&source.name.as_str()));
    sources
        .flat_map(|source| {
            let bytes: usize = source.texts.iter().map(|&text| corpus.texts[text].begins.len()).sum();
            let weight = 1000.0 * source.share / (bytes.max(1) as f64).sqrt();
            source.texts.iter().map(move |&text| Rest::new(&corpus.texts[text], weight))
        })
        .collect()
}

impl<'a> Rest<'a> {
    fn new(text: &'a Text, weight: f64) -> Self {
        let bytes = text.begins.len() as isize;
        let begins = |at: isize| usize::try_from(at).is_ok_and(|at| text.begins.get(at) == Some(&true));
        let left = (-MOST..bytes + 2 - LEAST).map(|at| if begins(at) { 1.0 } else { 0.0 }).collect();
        Self { text, weight, left }
    }

    /// Each pattern with the place that it explains at this offset.
    fn places(offset: isize) -> usize {
        (MOST - offset).unsigned_abs()
    }

    fn explain(&mut self, table: &[f32], offset: isize) {
        let left = &mut self.left[Self::places(offset)..];
        for (left, &pattern) in left.iter_mut().zip(&self.text.patterns) {
            *left -= table[usize::from(pattern)];
        }
    }
}

/// Mean residue at the places of each pattern.
fn table(rests: &[Rest<'_>], offset: isize, with_prior: bool) -> Vec<f32> {
    let mut seen = vec![(0.0f64, 0.0f64); PATTERNS];
    for rest in rests {
        let left = &rest.left[Rest::places(offset)..];
        for (left, &pattern) in left.iter().zip(&rest.text.patterns) {
            let (weight, sum) = &mut seen[usize::from(pattern)];
            *weight += rest.weight;
            *sum += rest.weight * f64::from(*left);
        }
    }
    let prior_of = if with_prior { priors(&seen) } else { vec![0.0; PATTERNS >> 5] };
    let mean = |(at, (weight, sum)): (usize, &(f64, f64))| (sum + prior_of[at >> 5] * PRIOR) / (weight + PRIOR);
    seen.iter().enumerate().map(mean).map(|mean| mean as f32).collect()
}

/// Mean over the newest byte, for each pair of the two older bytes.
fn priors(seen: &[(f64, f64)]) -> Vec<f64> {
    let mean = |group: &[(f64, f64)]| {
        let (weight, sum) = group.iter().fold((0.0, 0.0), |(w, s), (weight, sum)| (w + weight, s + sum));
        (sum + RARE * PRIOR) / (weight + PRIOR)
    };
    seen.chunks(32).map(mean).collect()
}
