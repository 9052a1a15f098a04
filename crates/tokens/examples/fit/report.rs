//! Prints the error of weights.

use crate::corpus::Corpus;
use crate::{HELD_OUT, solve};
use tamis_tokens::Weights;

/// Texts of more tokens are also reported one by one.
const LONG: usize = 200;

/// Prints every source; held-out ones are marked.
pub fn held_out(corpus: &Corpus, weights: &Weights) {
    let mut all = Vec::new();
    for source in &corpus.sources {
        let is_held_out = HELD_OUT.contains(&source.name.as_str());
        let errors = print_source(corpus, &source.name, weights, if is_held_out { "held out" } else { "fitted" });
        if is_held_out {
            all.extend(errors);
        }
    }
    print_all("held out", &all);
}

/// Prints each source of recordings with weights fitted on all others.
pub fn cross(corpus: &Corpus) {
    let mut all = Vec::new();
    for source in corpus.sources.iter().filter(|source| !source.name.contains(' ') && source.name != "emoji") {
        let weights = solve::fit(corpus, &[&source.name]);
        all.extend(print_source(corpus, &source.name, &weights, "left out"));
    }
    print_all("all, each left out", &all);
}

fn print_source(corpus: &Corpus, name: &str, weights: &Weights, role: &str) -> Vec<f64> {
    let of = |text: usize| {
        let text = &corpus.texts[text];
        let sum: i64 = text.patterns.iter().map(|&pattern| i64::from(weights[usize::from(pattern)])).sum();
        (sum.max(1024) as f64 / 1024.0, text.tokens as f64)
    };
    let error = |(estimate, tokens): (f64, f64)| estimate / tokens - 1.0;
    let conversations = corpus.conversations.iter().filter(|each| each.source == name && !each.texts.is_empty());
    let totals: Vec<(f64, f64)> = conversations
        .map(|each| each.texts.iter().map(|&text| of(text)).fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d)))
        .collect();
    let errors: Vec<f64> = totals.iter().map(|&total| error(total).abs()).collect();
    let source = corpus.sources.iter().find(|source| source.name == name).expect("a source of the corpus");
    let long = source.texts.iter().filter(|&&text| corpus.texts[text].tokens > LONG);
    let long: Vec<f64> = long.map(|&text| error(of(text)).abs()).collect();
    let sum = totals.iter().fold((0.0, 0.0), |(a, b), &(c, d)| (a + c, b + d));
    println!(
        "{name:18} {role:9} {:4} conversations {:9} tokens: bias {:+6.2} %, mean {:5.2} %, p95 {:5.2} %; {:5} long texts: mean {:5.2} %, p99 {:5.2} %",
        totals.len(),
        sum.1,
        100.0 * error(sum),
        mean(&errors),
        quantile(&errors, 0.95),
        long.len(),
        mean(&long),
        quantile(&long, 0.99),
    );
    errors
}

fn print_all(what: &str, errors: &[f64]) {
    println!("{what}: {} conversations, mean {:.2} %, p95 {:.2} %", errors.len(), mean(errors), quantile(errors, 0.95));
}

fn mean(errors: &[f64]) -> f64 {
    100.0 * errors.iter().sum::<f64>() / errors.len().max(1) as f64
}

fn quantile(errors: &[f64], at: f64) -> f64 {
    let mut sorted = errors.to_vec();
    sorted.sort_by(f64::total_cmp);
    100.0 * sorted.get(((sorted.len().max(1) - 1) as f64 * at).round() as usize).copied().unwrap_or(0.0)
}
