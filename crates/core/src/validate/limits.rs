//! Limits that are not tokens, from the table of models: bytes of a request, images and their pixels, characters of a
//! string, tools.
//!
//! ```text
//! body ─ bytes    tools ─ number    message ─ block ─ text: chars
//!                                                   └ image: number, longer edge; both count what results have in them
//! ```

use super::anthropic_blocks::{Block, Type};
use super::breakpoints::Inner;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, member};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::models::{VendorLimits, limits_of};
use crate::span::Span;
use crate::weight::longer_edge::longer_edge;

super::rule::rules! {
    family Limits;

    LIMITS_REQUEST_BYTES = "request-too-large" {
        text: "the request has {count} bytes, more than its provider takes; the provider says: request_too_large: Request exceeds the maximum size",
        source: "[API overview](https://platform.claude.com/docs/en/api/overview), [anthropics/claude-code#40004](https://github.com/anthropics/claude-code/issues/40004), [anomalyco/opencode#14562](https://github.com/anomalyco/opencode/issues/14562)",
    }

    LIMITS_IMAGES = "too-many-images" {
        text: "the request has {count} images and documents, more than its provider takes; the provider says: too many images and documents",
        source: "[vision](https://platform.claude.com/docs/en/build-with-claude/vision), [anthropics/claude-code#23392](https://github.com/anthropics/claude-code/issues/23392)",
    }

    LIMITS_IMAGE_PIXELS = "image-too-large" {
        text: "an edge of the image has {count} pixels, more than its provider takes in a request with so many images; the provider says: At least one of the image dimensions exceed max allowed size, or: max allowed size for many-image requests: 2000 pixels",
        source: "[vision](https://platform.claude.com/docs/en/build-with-claude/vision), [langgenius/dify#11177](https://github.com/langgenius/dify/issues/11177), [anthropics/claude-code#49537](https://github.com/anthropics/claude-code/issues/49537)",
    }

    LIMITS_STRING_CHARS = "string-too-long" {
        text: "a string has {count} characters, more than its provider takes; the provider says: string too long. Expected a string with maximum length 10485760",
        source: "[VectorlyApp/bluebox#31](https://github.com/VectorlyApp/bluebox/issues/31), [Shopify/roast#52](https://github.com/Shopify/roast/issues/52)",
    }

    LIMITS_TOOLS = "too-many-tools" {
        text: "the request has {count} tools, more than its provider takes; the provider says: Invalid 'tools': array too long. Expected an array with maximum length 128",
        source: "[musistudio/claude-code-router#686](https://github.com/musistudio/claude-code-router/issues/686), [zed-industries/zed#32946](https://github.com/zed-industries/zed/issues/32946)",
    }
}

/// Images and documents of Anthropic's messages, in document order.
#[derive(Default)]
pub(super) struct Media {
    /// The `source` of each image.
    images: Vec<(Site, Option<Span>)>,
    documents: usize,
}

impl Media {
    /// Notes a block of a message or of a result.
    pub fn see(&mut self, block: &Block<'_>, site: Site) {
        match block.kind {
            Some(Type::Image) => self.images.push((site, block.source)),
            Some(Type::Document) => self.documents += 1,
            _ => {}
        }
    }

    /// Reports too many images, and those with too long an edge. Reads no image's header where none is limited.
    fn check(&self, body: &[u8], limits: &VendorLimits, inner: &mut Inner<'_>, rows: &mut Rows) {
        let count = self.images.len() + self.documents;
        if limits.images.is_some_and(|most| count > most) {
            rows.add(Rule::LIMITS_IMAGES, Site::request(0), Detail::Count(count as u32));
        }
        let is_many = limits.many_images.is_some_and(|most| self.images.len() > most);
        let Some(most) = limits.many_image_pixels.filter(|_| is_many).or(limits.image_pixels) else { return };
        for &(site, source) in &self.images {
            let edge = source.and_then(|source| {
                let data = |object: Cursor<'_>| member(&object, Key::Data)?.string().map(Span::inside);
                let data = inner.look(body, source, data)??;
                longer_edge(data.of(source.of(body)))
            });
            if let Some(edge) = edge.filter(|&edge| edge > most) {
                rows.add(Rule::LIMITS_IMAGE_PIXELS, site, Detail::Count(edge));
            }
        }
    }
}

/// Checks a request to a vendor. `media`: what Anthropic's messages have.
pub(super) fn check(
    (body, list, tools): (&[u8], Option<&Cursor<'_>>, Option<Span>),
    vendor: &str,
    media: Option<&Media>,
    inner: &mut Inner<'_>,
    rows: &mut Rows,
) {
    let Some(limits) = limits_of(vendor) else { return };
    if limits.request_bytes.is_some_and(|most| body.len() > most) {
        rows.add(Rule::LIMITS_REQUEST_BYTES, Site::request(0), Detail::Count(body.len() as u32));
    }
    if let Some(tools) = tools.filter(|_| limits.tools.is_some()) {
        let mut count = 0;
        inner.look(body, tools, |list| each(list, |_, _| count += 1));
        if limits.tools.is_some_and(|most| count > most) {
            rows.add(Rule::LIMITS_TOOLS, Site::request(tools.start as usize), Detail::Count(count as u32));
        }
    }
    if let Some(media) = media {
        media.check(body, limits, inner, rows);
    }
    // A body has as many bytes as its longest string at least.
    if let Some((most, list)) = limits.string_chars.filter(|&most| body.len() > most).zip(list) {
        each(list.clone(), |index, message| {
            let site = Site::message(index, message.offset());
            check_strings(message, site, most, rows);
        });
    }
}

/// The strings of a message, of its blocks and calls, and of their members.
fn check_strings(message: &mut Cursor<'_>, site: Site, most: usize, rows: &mut Rows) {
    message.members(|key, value| {
        let place = match key {
            Key::Content | Key::Output => Place::Block,
            Key::ToolCalls => Place::Call,
            Key::Parts => Place::Part,
            _ => return check_string(value, site, most, rows),
        };
        if value.kind() != Kind::Array {
            return check_string(value, site, most, rows);
        }
        each(value.clone(), |at, element| {
            let site = site.element(place, at, element.offset());
            element.members(|_, value| {
                if value.kind() == Kind::Object {
                    value.clone().members(|_, inner| check_string(inner, site, most, rows));
                } else {
                    check_string(value, site, most, rows);
                }
            });
        });
    });
}

fn check_string(value: &Cursor<'_>, site: Site, most: usize, rows: &mut Rows) {
    let Some(text) = value.clone().string().map(Span::inside).filter(|text| text.byte_count() > most) else { return };
    let chars = Text::new(text.of(value.body()), Level::SCALAR).code_points().count();
    if chars > most {
        rows.add(Rule::LIMITS_STRING_CHARS, site, Detail::Count(chars as u32));
    }
}
