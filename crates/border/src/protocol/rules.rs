//! The validator's rules for TypeScript and for the documentation: both come from the core's tables.

use tamis_core::validate::{Form, MODEL_VENDORS, Rule};

/// The text of `ts/contract/rule-texts.json`.
pub fn rule_texts() -> String {
    let rules = Rule::all().map(|rule| format!("    {}: {}", quoted(rule.name), quoted(rule.text)));
    let forms = Rule::all().filter(|rule| !rule.forms.is_empty()).map(|rule| {
        let forms = rule.forms.iter().map(|(kind, form)| format!("      {}: {}", quoted(kind), form_source(form)));
        format!("    {}: {{\n{}\n    }}", quoted(rule.name), lines(forms))
    });
    let vendors = MODEL_VENDORS.iter().map(|(prefix, vendor)| format!("    [{}, {}]", quoted(prefix), quoted(vendor)));
    format!(
        "{{\n  \"rules\": {{\n{}\n  }},\n  \"forms\": {{\n{}\n  }},\n  \"vendors\": [\n{}\n  ]\n}}\n",
        lines(rules),
        lines(forms),
        lines(vendors)
    )
}

/// The text of `docs/rules.json`.
pub fn rule_docs() -> String {
    let rows = Rule::all().map(|rule| {
        let members = [("name", rule.name), ("text", rule.text), ("source", rule.source), ("repair", rule.repair)];
        let members = members.map(|(name, value)| format!("    \"{name}\": {}", quoted(value)));
        format!("  {{\n{}\n  }}", members.join(",\n"))
    });
    format!("[\n{}\n]\n", lines(rows))
}

fn lines(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",\n")
}

fn form_source(Form { prefix, chars, length: (least, most) }: &Form) -> String {
    format!("{{ \"prefix\": \"{prefix}\", \"chars\": \"{}\", \"length\": [{least}, {most}] }}", chars.name())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
