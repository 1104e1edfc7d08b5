//! The tables of a store.

/// Makes them where they are not there. `pace` tells how many kernels each minute of a run has judged; a
/// store of an earlier version lacks it until it is opened again. `judgements` tells what the results of a
/// bundle came to, device by device; a store may lack it too. `features` tells which kernel first had a
/// feature, and `corpus`, `yields` and `traits` what guidance goes by; a store may lack them too. `aliases`
/// tells which finding a fault of a scenario came out as when it was reduced, where that has another id.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, wall_s REAL NOT NULL);
CREATE TABLE IF NOT EXISTS pace (
    run INTEGER NOT NULL, minute INTEGER NOT NULL, kernels INTEGER NOT NULL,
    PRIMARY KEY (run, minute)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kernels (
    kernel INTEGER NOT NULL, plan TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL,
    compile_s REAL NOT NULL, evaluate_s REAL NOT NULL, device_s REAL NOT NULL,
    PRIMARY KEY (kernel, plan)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sightings (
    finding TEXT NOT NULL REFERENCES findings (id), kernel INTEGER NOT NULL, plan TEXT NOT NULL,
    case_json TEXT NOT NULL, PRIMARY KEY (kernel, plan)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS leaks (scenario TEXT NOT NULL, plan TEXT NOT NULL,
    PRIMARY KEY (scenario, plan)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS aliases (id TEXT PRIMARY KEY, finding TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS judgements (
    kernel INTEGER NOT NULL, plan TEXT NOT NULL, device TEXT NOT NULL, machine TEXT NOT NULL,
    stage TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, class TEXT NOT NULL,
    finding TEXT, device_s REAL NOT NULL,
    PRIMARY KEY (kernel, plan, device, machine)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS spills (kernel INTEGER NOT NULL, plan TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (kernel, plan, line)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS features (feature INTEGER PRIMARY KEY, kernel INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS corpus (
    hash TEXT PRIMARY KEY, kernel INTEGER NOT NULL, fresh INTEGER NOT NULL, case_json TEXT NOT NULL,
    features BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS yields (
    way TEXT PRIMARY KEY, kernels INTEGER NOT NULL, fresh INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS traits (
    trait INTEGER PRIMARY KEY, kernels INTEGER NOT NULL, vain INTEGER NOT NULL);
";
/// Version of the tables.
pub(super) const VERSION: &str = "1";
