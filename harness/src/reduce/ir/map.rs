//! A rule by which types and attributes change everywhere in a module.

use std::sync::Arc;

use crate::mlir::{
    Attribute, Dense, Entry, FunctionType, MemDescType, Module, Parameters, TensorDescType,
    TensorType, Type,
};

/// What becomes of types and attributes; `None` leaves them.
pub(super) struct Rule<'a> {
    /// For a type whose parts have been changed already.
    pub(super) on_type: &'a dyn Fn(&Type) -> Option<Type>,
    /// For an attribute; what it gives is not looked into again.
    pub(super) on_attribute: &'a dyn Fn(&Attribute) -> Option<Attribute>,
}

impl Rule<'_> {
    /// Changes a module.
    pub(super) fn apply(&self, module: &mut Module) {
        for value in &mut module.values {
            value.ty = self.ty(&value.ty);
        }
        for (_, attribute) in &mut module.aliases {
            *attribute = self.attribute(attribute);
        }
        module.walk_mut(&mut |op| {
            for (_, attribute) in &mut op.attributes {
                *attribute = self.attribute(attribute);
            }
        });
    }

    fn types(&self, types: &[Type]) -> Vec<Type> {
        types.iter().map(|ty| self.ty(ty)).collect()
    }

    fn ty(&self, ty: &Type) -> Type {
        let encoding = |encoding: &Option<Attribute>| encoding.as_ref().map(|e| self.attribute(e));
        let changed = match ty {
            Type::Pointer(pointee, space) => Type::Pointer(Arc::new(self.ty(pointee)), *space),
            Type::Tensor(tensor) => Type::Tensor(Arc::new(TensorType {
                shape: tensor.shape.clone(),
                element: self.ty(&tensor.element),
                encoding: encoding(&tensor.encoding),
            })),
            Type::MemDesc(memory) => Type::MemDesc(Arc::new(MemDescType {
                element: self.ty(&memory.element),
                encoding: self.attribute(&memory.encoding),
                ..(**memory).clone()
            })),
            Type::TensorDesc(descriptor) => Type::TensorDesc(Arc::new(TensorDescType {
                element: self.ty(&descriptor.element),
                encoding: encoding(&descriptor.encoding),
                ..(**descriptor).clone()
            })),
            Type::Function(function) => Type::Function(Arc::new(FunctionType {
                inputs: self.types(&function.inputs),
                results: self.types(&function.results),
            })),
            other => other.clone(),
        };
        (self.on_type)(&changed).unwrap_or(changed)
    }

    fn attributes(&self, attributes: &[Attribute]) -> Vec<Attribute> {
        attributes.iter().map(|attribute| self.attribute(attribute)).collect()
    }

    fn entries(&self, entries: &[Entry]) -> Vec<Entry> {
        entries.iter().map(|(name, value)| (Arc::clone(name), self.attribute(value))).collect()
    }

    fn attribute(&self, attribute: &Attribute) -> Attribute {
        if let Some(changed) = (self.on_attribute)(attribute) {
            return changed;
        }
        match attribute {
            Attribute::Integer(value, Some(ty)) => Attribute::Integer(*value, Some(self.ty(ty))),
            Attribute::Float(text, Some(ty)) => {
                Attribute::Float(Arc::clone(text), Some(self.ty(ty)))
            }
            Attribute::Type(ty) => Attribute::Type(self.ty(ty)),
            Attribute::Array(items) => Attribute::Array(self.attributes(items)),
            Attribute::Dictionary(entries) => Attribute::Dictionary(self.entries(entries)),
            Attribute::Dense(Dense::Splat(value), ty) => {
                Attribute::Dense(Dense::Splat(Box::new(self.attribute(value))), self.ty(ty))
            }
            Attribute::Dense(dense, ty) => Attribute::Dense(dense.clone(), self.ty(ty)),
            Attribute::Dialect(name, parameters) => {
                let parameters = match &**parameters {
                    Parameters::Dictionary(entries) => {
                        Parameters::Dictionary(self.entries(entries))
                    }
                    Parameters::Fields(entries) => Parameters::Fields(self.entries(entries)),
                    other => other.clone(),
                };
                Attribute::Dialect(Arc::clone(name), Arc::new(parameters))
            }
            other => other.clone(),
        }
    }
}
