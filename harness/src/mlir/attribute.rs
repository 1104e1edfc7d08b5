//! Attributes of the IR: constants, flags, encodings.
//!
//! Numbers keep their spelling where a float is concerned: the printer gives back what was read,
//! and whoever needs the value asks for it in the format that it is in.

use std::fmt;
use std::sync::Arc;

use super::types::Type;

/// A name and its attribute, as they stand in a dictionary.
pub type Entry = (Arc<str>, Attribute);

/// An attribute. Cheap to clone but for lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// A name alone in a dictionary, or `unit`.
    Unit,
    /// `true`, `false`
    Bool(bool),
    /// `16 : i32`; without a type where the assembly prints none.
    Integer(i128, Option<Type>),
    /// `1.000000e+00 : f32`, `0xFF800000 : f32`
    Float(Arc<str>, Option<Type>),
    /// `"text"`, without quotes, escapes as they were.
    String(Arc<str>),
    /// `@name`, without the `@`.
    Symbol(Arc<str>),
    /// A bare word: an enumeration's case.
    Keyword(Arc<str>),
    /// A type.
    Type(Type),
    /// `[a, b]`
    Array(Vec<Attribute>),
    /// `{a = 1, b}`
    Dictionary(Vec<Entry>),
    /// `array<i32: 1, 2>`
    DenseArray(Type, Vec<Attribute>),
    /// `dense<...> : type`
    Dense(Dense, Type),
    /// `#blocked`, without the `#`; the module knows what it stands for.
    Alias(Arc<str>),
    /// `#ttg.blocked<{...}>`: name without the `#`, and parameters.
    Dialect(Arc<str>, Arc<Parameters>),
    /// Anything else, with its text.
    Opaque(Arc<str>),
}

/// What stands between the angle brackets of a dialect's attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// No brackets.
    None,
    /// `<{a = 1, b = 2}>`
    Dictionary(Vec<Entry>),
    /// `<a = 1, b = 2>`
    Fields(Vec<Entry>),
    /// `<...>` of any other form, with the brackets.
    Text(Arc<str>),
}

/// Elements of a `dense` constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Dense {
    /// One value for all elements.
    Splat(Box<Attribute>),
    /// All elements in row-major order.
    Elements(Arc<Vec<Attribute>>),
    /// The bytes of all elements, or of the one that is repeated, little endian.
    Packed(Arc<Vec<u8>>),
}

impl Attribute {
    /// The integer, where it is one.
    pub fn as_integer(&self) -> Option<i128> {
        match self {
            Attribute::Integer(value, _) => Some(*value),
            Attribute::Bool(value) => Some(i128::from(*value)),
            _ => None,
        }
    }

    /// The word or text, where it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attribute::String(text) | Attribute::Symbol(text) | Attribute::Keyword(text) => {
                Some(text)
            }
            _ => None,
        }
    }

    /// The integers of an array or dense array.
    pub fn as_integers(&self) -> Option<Vec<i64>> {
        match self {
            Attribute::Array(items) | Attribute::DenseArray(_, items) => {
                items.iter().map(|i| i64::try_from(i.as_integer()?).ok()).collect()
            }
            _ => None,
        }
    }

    /// A parameter of a dialect's attribute, by name.
    pub fn parameter(&self, name: &str) -> Option<&Attribute> {
        match self {
            Attribute::Dialect(_, parameters) => match &**parameters {
                Parameters::Dictionary(entries) | Parameters::Fields(entries) => {
                    entries.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, items: &[Attribute]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

/// A name, in quotes where it is no bare identifier.
fn key(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let bare = name.bytes().enumerate().all(|(i, byte)| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => true,
        b'0'..=b'9' | b'.' | b'$' => i > 0,
        _ => false,
    });
    if bare && !name.is_empty() { f.write_str(name) } else { write!(f, "\"{name}\"") }
}

/// Writes `a = 1, b`.
pub(super) fn entries(f: &mut fmt::Formatter<'_>, entries: &[Entry]) -> fmt::Result {
    for (i, (name, value)) in entries.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        key(f, name)?;
        if *value != Attribute::Unit {
            write!(f, " = {value}")?;
        }
    }
    Ok(())
}

/// A dictionary as a displayable value.
pub(super) struct Braced<'a>(pub(super) &'a [Entry]);

impl fmt::Display for Braced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        entries(f, self.0)?;
        f.write_str("}")
    }
}

/// Elements as nested lists of a shape.
fn nested(f: &mut fmt::Formatter<'_>, shape: &[i64], items: &[Attribute]) -> fmt::Result {
    let Some((first, rest)) = shape.split_first() else {
        return separated(f, items);
    };
    let step = items.len() / usize::try_from(*first).unwrap_or(1).max(1);
    f.write_str("[")?;
    for (i, part) in items.chunks(step.max(1)).enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        nested(f, rest, part)?;
    }
    f.write_str("]")
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameters::None => Ok(()),
            Parameters::Dictionary(dictionary) => write!(f, "<{}>", Braced(dictionary)),
            Parameters::Fields(fields) => {
                f.write_str("<")?;
                entries(f, fields)?;
                f.write_str(">")
            }
            Parameters::Text(text) => f.write_str(text),
        }
    }
}

fn typed(f: &mut fmt::Formatter<'_>, value: &dyn fmt::Display, ty: &Option<Type>) -> fmt::Result {
    match ty {
        Some(ty) => write!(f, "{value} : {ty}"),
        None => write!(f, "{value}"),
    }
}

fn dense(f: &mut fmt::Formatter<'_>, elements: &Dense, ty: &Type) -> fmt::Result {
    f.write_str("dense<")?;
    match elements {
        Dense::Splat(value) => write!(f, "{value}")?,
        Dense::Elements(items) if items.is_empty() => {}
        Dense::Elements(items) => nested(f, ty.shape(), items)?,
        Dense::Packed(bytes) => {
            f.write_str("\"0x")?;
            for byte in bytes.iter() {
                write!(f, "{byte:02X}")?;
            }
            f.write_str("\"")?;
        }
    }
    write!(f, "> : {ty}")
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attribute::Unit => f.write_str("unit"),
            Attribute::Bool(value) => write!(f, "{value}"),
            Attribute::Integer(value, ty) => typed(f, value, ty),
            Attribute::Float(text, ty) => typed(f, text, ty),
            Attribute::String(text) => write!(f, "\"{text}\""),
            Attribute::Symbol(name) => write!(f, "@{name}"),
            Attribute::Keyword(word) => f.write_str(word),
            Attribute::Type(ty) => write!(f, "{ty}"),
            Attribute::Array(items) => {
                f.write_str("[")?;
                separated(f, items)?;
                f.write_str("]")
            }
            Attribute::Dictionary(dictionary) => write!(f, "{}", Braced(dictionary)),
            Attribute::DenseArray(element, items) => {
                write!(f, "array<{element}{}", if items.is_empty() { "" } else { ": " })?;
                separated(f, items)?;
                f.write_str(">")
            }
            Attribute::Dense(elements, ty) => dense(f, elements, ty),
            Attribute::Alias(name) => write!(f, "#{name}"),
            Attribute::Dialect(name, parameters) => write!(f, "#{name}{parameters}"),
            Attribute::Opaque(text) => f.write_str(text),
        }
    }
}
