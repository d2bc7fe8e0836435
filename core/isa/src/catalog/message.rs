//! Contexts in messages, with the feature `messages`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::target::{Context, IsaVersion, Target};

impl Serialize for Context {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let IsaVersion { major, minor } = self.isa;
        (self.target.name, major, minor).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (target, major, minor) = <(&str, u8, u8)>::deserialize(deserializer)?;
        let target = Target::parse(target).ok_or_else(|| D::Error::custom("a target"))?;
        Ok(Self { isa: IsaVersion { major, minor }, target })
    }
}
