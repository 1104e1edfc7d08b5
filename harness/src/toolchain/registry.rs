//! The list of wheel families. A new one is one entry here.

/// A package that publishes Triton wheels.
#[derive(Debug)]
pub struct Family {
    /// Its name in the package index.
    pub package: &'static str,
    /// The Python module it installs.
    pub module: &'static str,
    /// Backends that it can compile for without a GPU.
    pub backends: &'static [&'static str],
    /// Extra flags of the installer.
    pub flags: &'static [&'static str],
    /// What else it needs.
    pub needs: &'static [Need],
    /// An id of this family that exists.
    pub example: &'static str,
    /// The versions that are known, which `bisect` goes through. What is not among them can be used too.
    pub versions: &'static [&'static str],
}

/// A requirement of some versions of a family.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// As the installer reads it.
    pub requirement: &'static str,
    /// From this (major, minor) version on.
    pub from: (u32, u32),
    /// Up to this version, which is included.
    pub until: (u32, u32),
}

const ALWAYS: (u32, u32) = (u32::MAX, u32::MAX);

const fn always(requirement: &'static str) -> Need {
    Need { requirement, from: (0, 0), until: ALWAYS }
}

const fn between(requirement: &'static str, from: (u32, u32), until: (u32, u32)) -> Need {
    Need { requirement, from, until }
}

/// Triton's interpreter up to 3.6 uses what numpy 2.4 has removed.
const NUMPY: [Need; 2] = [between("numpy<2.4", (0, 0), (3, 6)), between("numpy", (3, 7), ALWAYS)];

/// Every wheel family that is known.
pub const FAMILIES: &[Family] = &[
    Family {
        package: "triton",
        module: "triton",
        backends: &["cuda", "hip"],
        flags: &[],
        // Before 3.3 the wheel imports setuptools without asking for it.
        needs: &[NUMPY[0], NUMPY[1], between("setuptools", (0, 0), (3, 2))],
        example: "triton==3.9.0",
        versions: &[
            "3.0.0", "3.1.0", "3.2.0", "3.3.0", "3.3.1", "3.4.0", "3.5.0", "3.5.1", "3.6.0",
            "3.7.0", "3.7.1", "3.8.0", "3.9.0",
        ],
    },
    Family {
        package: "tokenspeed-triton",
        module: "tokenspeed_triton",
        backends: &["cuda", "hip"],
        flags: &["--no-deps"],
        needs: &[always("numpy")],
        example: "tokenspeed-triton==3.7.10.post20260531",
        versions: &[
            "3.7.10.post20260505",
            "3.7.10.post20260531",
            "3.8.10.post20260709",
            "3.8.10.post20260721",
            "3.8.10.post20260906",
            "3.8.10.post20260920",
            "3.9.10.post20261008",
            "3.9.10.post20261028",
        ],
    },
    Family {
        package: "fbtriton",
        module: "triton",
        backends: &["cuda", "hip"],
        flags: &[],
        needs: &[always("numpy")],
        example: "fbtriton==3.7.4",
        versions: &[
            "3.7.0", "3.7.1", "3.7.2", "3.7.3", "3.7.4", "3.8.0rc1", "3.8.0rc2", "3.8.0rc3",
        ],
    },
    Family {
        package: "triton-xpu",
        module: "triton",
        backends: &["xpu"],
        // Its declared dependencies leave out intel-cmplr-lib-rt and do not pin the runtime.
        flags: &["--no-deps"],
        needs: &[
            always("numpy<2.4"),
            always("intel-opencl-rt==2026.2.0"),
            always("intel-cmplr-lib-rt==2026.2.0"),
            always("intel-cmplr-lic-rt==2026.2.0"),
            always("tbb==2023.2.0"),
            always("tcmlib==1.6.0"),
        ],
        example: "triton-xpu==3.3.0b1",
        versions: &["3.0.0b2", "3.2.0b1", "3.3.0b1"],
    },
];

impl Family {
    /// What to install beside `version`.
    pub fn requirements(&self, version: &str) -> Vec<&'static str> {
        let release = release(version);
        let applies = |need: &&Need| need.from <= release && release <= need.until;
        self.needs.iter().filter(applies).map(|need| need.requirement).collect()
    }
}

/// (major, minor) of a version; what is no number counts as 0.
fn release(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn packages_are_unique_and_examples_are_theirs() {
        let names: BTreeSet<_> = FAMILIES.iter().map(|f| f.package).collect();
        assert_eq!(names.len(), FAMILIES.len());
        for family in FAMILIES {
            assert!(family.example.starts_with(&format!("{}==", family.package)));
            assert!(!family.backends.is_empty());
            let example = family.example.split("==").nth(1).unwrap();
            assert!(family.versions.contains(&example), "{example}");
            let unique: BTreeSet<_> = family.versions.iter().collect();
            assert_eq!(unique.len(), family.versions.len());
        }
    }

    #[test]
    fn requirements_follow_the_version() {
        let triton = &FAMILIES[0];
        assert_eq!(triton.requirements("3.9.0"), ["numpy"]);
        assert_eq!(triton.requirements("3.6.0"), ["numpy<2.4"]);
        assert_eq!(triton.requirements("3.0.0"), ["numpy<2.4", "setuptools"]);
        assert_eq!(triton.requirements("3.10.1"), ["numpy"]);
    }
}
