//! Toolchains in the order of their history, as far as that is known.
//!
//! Releases of Triton leave the main line for a branch each, and take single changes over from it; a
//! vendor's builds carry changes of their own. So the order is that of the versions or, for builds that are
//! named after days, that of their days, or, where a clone is at hand, that of the places where the
//! branches leave the main line. Between two neighbours on one branch lie the commits of that branch;
//! between others there is only a *set of suspects*.

use super::checkout::{Checkout, GitError};
use super::range::Range;
use super::version::Version;
use super::{Find, Step};
use crate::toolchain::{FAMILIES, ToolchainId};

/// What a line is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The versions.
    Version,
    /// The days in the versions.
    Date,
    /// The places where their branches leave the main line.
    MergeBase,
}

impl Order {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Order::Version => "version",
            Order::Date => "date",
            Order::MergeBase => "merge base",
        }
    }
}

/// A toolchain on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The toolchain.
    pub id: ToolchainId,
    /// Its version, where that is known.
    pub version: Option<Version>,
    /// The revision in the clone that it was built from, where that is known.
    pub commit: Option<String>,
}

/// A wheel of one's own, installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// Where it is installed.
    pub id: ToolchainId,
    /// The package.
    pub package: String,
    /// The version in its file's name.
    pub version: Version,
}

/// Toolchains, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The toolchains.
    pub points: Vec<Point>,
    /// What they are sorted by.
    pub order: Order,
}

/// Why there is no line.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// Forks have no common order.
    #[error("{0} and {1} are builds of different projects: bisect each project by itself")]
    Forks(ToolchainId, ToolchainId),
    /// The ends are the wrong way round.
    #[error("{older} is not older than {newer}: use --find {advice}, or exchange --good and --bad")]
    Backwards {
        /// What should be the older one.
        older: ToolchainId,
        /// And the newer one.
        newer: ToolchainId,
        /// What would fit.
        advice: &'static str,
    },
    /// Both are the same.
    #[error("--good and --bad are both {0}")]
    Same(ToolchainId),
    /// The clone gives no answer.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// The line from `older` to `newer`: the known versions of their package, and wheels of it.
///
/// # Errors
/// If they are not on one line in this order.
pub fn line(
    older: &ToolchainId,
    newer: &ToolchainId,
    wheels: &[Wheel],
    checkout: Option<&Checkout>,
    find: Find,
) -> Result<Line, LineError> {
    if older == newer {
        return Err(LineError::Same(older.clone()));
    }
    let package = match (package(older, wheels), package(newer, wheels)) {
        (Some(one), Some(other)) if one != other => {
            return Err(LineError::Forks(older.clone(), newer.clone()));
        }
        (one, other) => one.or(other),
    };
    let ends = [older, newer].map(|id| point(id, wheels));
    let [Some(first), Some(last)] = ends.clone().map(|point| point.version) else {
        // Nobody knows where such a build stands, except for who has given it.
        return Ok(Line { points: ends.to_vec(), order: Order::Version });
    };
    let mut points: Vec<Point> = known(package, wheels).filter(|p| !ends.contains(p)).collect();
    let order = sort(&mut points, &ends, checkout)?;
    let advice = match find {
        Find::Bug => "fix",
        Find::Fix => "bug",
    };
    let backwards = || LineError::Backwards { older: older.clone(), newer: newer.clone(), advice };
    let place = |id: &ToolchainId| points.iter().position(|point| point.id == *id);
    let (from, to) = (place(older), place(newer));
    let (Some(from), Some(to)) = (from, to) else { return Err(backwards()) };
    if from >= to {
        return Err(backwards());
    }
    // What has not been released is of interest only where such builds are asked about.
    let is_release = first.is_release() && last.is_release();
    let keep = |point: &Point| {
        let is_own = matches!(point.id, ToolchainId::Path(_));
        is_own || !is_release || point.version.as_ref().is_some_and(Version::is_release)
    };
    let points = points[from..=to].iter().filter(|point| keep(point)).cloned().collect();
    Ok(Line { points, order })
}

fn package<'a>(id: &'a ToolchainId, wheels: &'a [Wheel]) -> Option<&'a str> {
    match id {
        ToolchainId::Wheel { package, .. } => Some(package),
        ToolchainId::Path(_) => {
            wheels.iter().find(|wheel| wheel.id == *id).map(|wheel| wheel.package.as_str())
        }
    }
}

fn point(id: &ToolchainId, wheels: &[Wheel]) -> Point {
    let version = match id {
        ToolchainId::Wheel { version, .. } => version.parse().ok(),
        ToolchainId::Path(_) => {
            wheels.iter().find(|wheel| wheel.id == *id).map(|wheel| wheel.version.clone())
        }
    };
    Point { id: id.clone(), version, commit: None }
}

/// Every build of a package that is known.
fn known<'a>(package: Option<&'a str>, wheels: &'a [Wheel]) -> impl Iterator<Item = Point> + 'a {
    let families = FAMILIES.iter().filter(move |family| Some(family.package) == package);
    let released = families.flat_map(|family| {
        family.versions.iter().map(move |version| ToolchainId::Wheel {
            package: family.package.to_owned(),
            version: (*version).to_owned(),
        })
    });
    let own = wheels.iter().filter(move |wheel| Some(wheel.package.as_str()) == package);
    released.chain(own.map(|wheel| wheel.id.clone())).map(move |id| point(&id, wheels))
}

/// Adds the ends and sorts.
fn sort(
    points: &mut Vec<Point>,
    ends: &[Point],
    checkout: Option<&Checkout>,
) -> Result<Order, LineError> {
    points.extend(ends.iter().cloned());
    points.sort_by(|one, other| one.version.cmp(&other.version));
    if let Some(checkout) = checkout {
        for point in points.iter_mut() {
            point.commit = commit(point, checkout);
        }
        let mut places = Vec::new();
        for point in points.iter() {
            let Some(commit) = &point.commit else { break };
            places.push((checkout.place(commit)?, point.clone()));
        }
        // One whose place is unknown leaves no order but that of the versions.
        if places.len() == points.len() {
            places.sort_by_key(|(place, _)| *place);
            *points = places.into_iter().map(|(_, point)| point).collect();
            return Ok(Order::MergeBase);
        }
    }
    let date = |point: &Point| point.version.as_ref().and_then(Version::date);
    if points.iter().all(|point| date(point).is_some()) {
        points.sort_by_key(date);
        return Ok(Order::Date);
    }
    Ok(Order::Version)
}

/// Upstream tags its releases `v3.9.0`; a build of its sources says which commit it is of.
fn commit(point: &Point, checkout: &Checkout) -> Option<String> {
    let version = point.version.as_ref()?;
    let is_upstream = match &point.id {
        ToolchainId::Wheel { package, .. } => package == "triton",
        ToolchainId::Path(_) => true,
    };
    let name = match version.revision() {
        Some(revision) => revision.to_owned(),
        None if is_upstream => format!("v{version}"),
        None => return None,
    };
    checkout.commit(&name).ok()
}

impl Line {
    /// What lies between two neighbours of the line, with its commits where a clone has both. `pass` is
    /// the guilty pass.
    ///
    /// # Errors
    /// If the clone gives no answer.
    pub fn range(
        &self,
        step: &Step,
        checkout: Option<&Checkout>,
        pass: Option<&str>,
    ) -> Result<Range, GitError> {
        let (from, to) = (&self.points[step.low], &self.points[step.high]);
        let why = why_no_line(from, to);
        let mut range = Range::empty(from.id.to_string(), to.id.to_string(), "line", why);
        if let (Some(checkout), Some(older), Some(newer)) = (checkout, &from.commit, &to.commit) {
            range.why = None;
            if !checkout.is_ancestor(older, newer)? {
                range.why = Some(
                    "they are on different branches: a change that only the older one took over \
                     may be missing in the newer one too"
                        .to_owned(),
                );
            }
            range.fill(checkout, older, newer, pass)?;
        }
        if let Some(untested) = self.untested(step) {
            range.why = Some(match range.why.take() {
                Some(why) => format!("{why}; {untested}"),
                None => untested,
            });
        }
        if range.why.is_some() {
            range.kind = "set of suspects";
        }
        Ok(range)
    }

    /// What lies between two neighbours of which only a tool was asked about, whose sources nobody has.
    pub fn tools(&self, step: &Step) -> Range {
        let name = |at: usize| self.points[at].id.to_string();
        let why = self.untested(step);
        let kind = if why.is_some() { "set of suspects" } else { "line" };
        Range::empty(name(step.low), name(step.high), kind, why)
    }

    /// What could not be tested between two neighbours, in words.
    fn untested(&self, step: &Step) -> Option<String> {
        let names: Vec<_> = step.between.iter().map(|at| self.points[*at].id.to_string()).collect();
        (!names.is_empty()).then(|| format!("{} between them cannot be tested", names.join(", ")))
    }
}

fn why_no_line(from: &Point, to: &Point) -> Option<String> {
    let (Some(older), Some(newer)) = (&from.version, &to.version) else {
        return Some("the place of a build of one's own is not known".to_owned());
    };
    let is_upstream = |point: &Point| matches!(&point.id, ToolchainId::Wheel { package, .. } if package == "triton");
    if !is_upstream(from) || !is_upstream(to) {
        return Some("such builds carry changes of their own".to_owned());
    }
    (older.branch() != newer.branch())
        .then(|| format!("{older} and {newer} are on different release branches"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> ToolchainId {
        text.parse().unwrap()
    }

    fn names(line: &Line) -> Vec<String> {
        line.points.iter().map(|point| point.id.to_string()).collect()
    }

    fn between(older: &str, newer: &str) -> Result<Line, LineError> {
        line(&id(older), &id(newer), &[], None, Find::Bug)
    }

    #[test]
    fn releases_are_in_order_and_inside_the_ends() {
        let line = between("triton==3.7.1", "triton==3.9.0").unwrap();
        assert_eq!(names(&line), ["triton==3.7.1", "triton==3.8.0", "triton==3.9.0"]);
        let all = between("triton==3.0.0", "triton==3.9.0").unwrap();
        assert_eq!((all.points.len(), all.order), (13, Order::Version));
        let step = Step { low: 1, high: 2, between: vec![] };
        let range = line.range(&step, None, None).unwrap();
        assert_eq!((range.kind, range.from.as_str()), ("set of suspects", "triton==3.8.0"));
        let same = between("triton==3.7.0", "triton==3.7.1").unwrap();
        let range = same.range(&Step { low: 0, high: 1, between: vec![] }, None, None).unwrap();
        assert_eq!((range.kind, range.why), ("line", None));
        // Of tools the branches of the releases say nothing.
        assert_eq!(line.tools(&step).kind, "line");
        let range = all.tools(&Step { low: 1, high: 3, between: vec![2] });
        assert_eq!((range.kind, range.to.as_str()), ("set of suspects", "triton==3.3.0"));
        assert!(range.why.unwrap().contains("triton==3.2.0 between them"));
    }

    #[test]
    fn builds_named_after_days_are_in_the_order_of_the_days() {
        let (older, newer) =
            ("tokenspeed-triton==3.7.10.post20260505", "tokenspeed-triton==3.9.10.post20261028");
        let line = between(older, newer).unwrap();
        assert_eq!((line.points.len(), line.order), (8, Order::Date));
        assert!(line.points.iter().is_sorted_by_key(|point| point.version.clone()));
    }

    #[test]
    fn what_is_no_line_is_refused() {
        let error = between("triton==3.9.0", "triton==3.7.1").unwrap_err().to_string();
        assert!(error.contains("--find fix"), "{error}");
        let error = between("triton==3.7.1", "fbtriton==3.7.4").unwrap_err();
        assert!(matches!(error, LineError::Forks(..)));
        assert!(matches!(between("triton==3.8.0", "triton==3.8.0"), Err(LineError::Same(_))));
    }

    #[test]
    fn own_wheels_stand_among_the_releases() {
        let wheel = Wheel {
            id: id("path:/wheels/one"),
            package: "triton".to_owned(),
            version: "3.9.0+git1a2b3c4".parse().unwrap(),
        };
        let wheels = [wheel];
        let line =
            line(&id("triton==3.8.0"), &id("triton==3.9.0"), &wheels, None, Find::Fix).unwrap();
        assert_eq!(names(&line), ["triton==3.8.0", "path:/wheels/one", "triton==3.9.0"]);
        let range = line.range(&Step { low: 0, high: 1, between: vec![] }, None, None).unwrap();
        assert_eq!(range.kind, "set of suspects");
    }
}
