//! Reads the texts that the weights are fitted on, with the places where their tokens begin.

use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tamis_tokens::{Encoding, pattern};

/// A text of a conversation.
pub struct Text {
    /// Pattern ending at each byte, and at the two places behind the last.
    pub patterns: Vec<u16>,
    /// Whether a token begins at the byte.
    pub begins: Vec<bool>,
    pub tokens: usize,
}

pub struct Conversation {
    pub source: String,
    /// Indexes of texts; a text that occurs twice is listed twice.
    pub texts: Vec<usize>,
}

pub struct Source {
    pub name: String,
    /// Factor of its size.
    pub share: f64,
    /// Indexes of its texts, each once, ascending.
    pub texts: Vec<usize>,
}

pub struct Corpus {
    pub texts: Vec<Text>,
    pub sources: Vec<Source>,
    pub conversations: Vec<Conversation>,
}

/// Languages of the messages in the pinned TypeScript package.
const LANGUAGES: [&str; 13] = ["cs", "de", "es", "fr", "it", "ja", "ko", "pl", "pt-br", "ru", "tr", "zh-cn", "zh-tw"];
/// Messages joined to one text, about as long as a paragraph.
const MESSAGES: usize = 12;

impl Corpus {
    pub fn read(traces: &Path, encoding: Encoding) -> Self {
        let mut builder = Builder::new(encoding);
        let manifest = read_json(&traces.join("manifest.json"));
        for entry in manifest.as_array().into_iter().flatten() {
            let field = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            let mut texts = Vec::new();
            collect(&read_json(&traces.join(field("file"))), &mut texts);
            builder.add_conversation(&family(&field("source")), 1.0, &texts);
        }
        for language in LANGUAGES {
            let file = root().join(format!("node_modules/typescript/lib/{language}/diagnosticMessages.generated.json"));
            let messages = read_json(&file);
            let messages: Vec<&str> =
                messages.as_object().into_iter().flatten().filter_map(|(_, v)| v.as_str()).collect();
            let texts: Vec<String> = messages.chunks(MESSAGES).map(|some| some.join("\n")).collect();
            // Patterns cannot distinguish simplified from traditional Chinese, whose tokens are a third shorter: only the
            // common one is used.
            let share = match language {
                "zh-cn" => 1.0,
                "zh-tw" => 0.02,
                _ => 1.0 / 3.0,
            };
            builder.add_conversation(&format!("typescript {language}"), share, &texts);
        }
        for (language, texts) in passages() {
            // The other Chinese texts are about programs; these are about the world.
            let share = if language == "zh" { 4.0 } else { 1.0 };
            builder.add_conversation(&format!("passage {language}"), share, &texts);
        }
        builder.add_conversation("emoji", 1.0, &emoji());
        builder.finish()
    }
}

/// Recordings of one project and its agents are one source.
fn family(source: &str) -> String {
    source.strip_prefix("agentv-").map_or(source, |_| "agentv").to_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read_json(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap_or(Value::Null)
}

/// Keys whose strings are no prose or code: names, ids and encoded data.
const NO_TEXT: [&str; 27] = [
    "type",
    "role",
    "id",
    "signature",
    "encrypted_content",
    "data",
    "file_data",
    "image_url",
    "thoughtSignature",
    "thought_signature",
    "media_type",
    "mimeType",
    "mime_type",
    "model",
    "phase",
    "status",
    "metadata",
    "internal_chat_message_metadata_passthrough",
    "cache_control",
    "caller",
    "name",
    "call_id",
    "page_age",
    "include",
    "reasoning",
    "usage",
    "url",
];

/// Every text of a request: all strings except those under keys of names, ids or encoded data.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.is_empty() && !text.starts_with("data:") => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => {
            let is_text = |key: &str| !NO_TEXT.contains(&key) && !key.ends_with("_id");
            fields.iter().filter(|(key, _)| is_text(key)).for_each(|(_, field)| collect(field, texts));
        }
        _ => {}
    }
}

/// Prose written for this purpose: sections that begin with `# language`, one text a paragraph.
fn passages() -> Vec<(String, Vec<String>)> {
    let all = include_str!("passages.txt");
    let sections = all.split("# ").filter(|section| !section.trim().is_empty());
    let section = |section: &str| {
        let (language, text) = section.split_once('\n').unwrap_or_default();
        (language.to_owned(), text.split("\n\n").map(|text| text.trim().to_owned()).filter(|t| !t.is_empty()).collect())
    };
    sections.map(section).collect()
}

/// Emoji of every common block: alone, separated, and among words.
fn emoji() -> Vec<String> {
    const BLOCKS: [(u32, u32); 6] = [
        (0x1F300, 0x1F5FF),
        (0x1F600, 0x1F64F),
        (0x1F680, 0x1F6C5),
        (0x1F900, 0x1F9FF),
        (0x2600, 0x26FF),
        (0x2700, 0x27BF),
    ];
    const COMMON: &str = "😀😁😂🤣😊😍😎🤔👍🙏🔥🎉✨🚀💡✅❌📦🐛📝🎨🔧👀💯😅🙌👏💪🤖⭐";
    const WORDS: [&str; 12] = [
        "done",
        "the fix works",
        "great",
        "please review",
        "thanks",
        "ship it",
        "on main",
        "team",
        "green",
        "build",
        "now",
        "yes",
    ];
    let all: Vec<char> = BLOCKS.iter().flat_map(|&(first, last)| (first..=last).filter_map(char::from_u32)).collect();
    let common: Vec<char> = COMMON.chars().collect();
    let mut state = 1u64;
    let mut next = move |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut one = |text: usize| {
        let mut made = String::new();
        for _ in 0..120 {
            match (text % 3, next(4)) {
                (0, _) => made.push(all[next(all.len())]),
                (1, _) => made.push(common[next(common.len())]),
                (_, 0) => made.push(if next(5) == 0 { all[next(all.len())] } else { common[next(common.len())] }),
                _ => made.push_str(WORDS[next(WORDS.len())]),
            }
            if text % 3 == 2 || next(3) == 0 {
                made.push(' ');
            }
        }
        made
    };
    (0..60).map(&mut one).collect()
}

/// Numbers texts; equal texts have one number.
struct Builder {
    vocabulary: &'static tiktoken::CoreBpe,
    token_bytes: HashMap<u32, usize>,
    number_of: HashMap<String, usize>,
    corpus: Corpus,
}

impl Builder {
    fn new(encoding: Encoding) -> Self {
        let corpus = Corpus { texts: Vec::new(), sources: Vec::new(), conversations: Vec::new() };
        let vocabulary = tiktoken::get_encoding(encoding.name()).expect("compiled in");
        Self { vocabulary, token_bytes: HashMap::new(), number_of: HashMap::new(), corpus }
    }

    fn add_conversation(&mut self, name: &str, share: f64, texts: &[String]) {
        let texts: Vec<usize> = texts.iter().map(|text| self.add_text(text)).collect();
        let sources = &mut self.corpus.sources;
        let at = sources.iter().position(|source| source.name == name).unwrap_or_else(|| {
            sources.push(Source { name: name.to_owned(), share, texts: Vec::new() });
            sources.len() - 1
        });
        sources[at].texts.extend(&texts);
        self.corpus.conversations.push(Conversation { source: name.to_owned(), texts });
    }

    fn add_text(&mut self, text: &str) -> usize {
        if let Some(&number) = self.number_of.get(text) {
            return number;
        }
        let tokens = self.vocabulary.encode(text);
        let mut begins = vec![false; text.len()];
        let mut at = 0;
        for &token in &tokens {
            begins[at] = true;
            at += *self.token_bytes.entry(token).or_insert_with(|| self.vocabulary.decode(&[token]).len());
        }
        let padded = [&[0, 0], text.as_bytes(), &[0, 0]].concat();
        let patterns = padded.windows(3).map(|three| pattern(three[0], three[1], three[2])).collect();
        self.corpus.texts.push(Text { patterns, begins, tokens: tokens.len() });
        self.number_of.insert(text.to_owned(), self.corpus.texts.len() - 1);
        self.corpus.texts.len() - 1
    }

    fn finish(mut self) -> Corpus {
        for source in &mut self.corpus.sources {
            source.texts.sort_unstable();
            source.texts.dedup();
        }
        self.corpus
    }
}
