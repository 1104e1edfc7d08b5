//! One case on several devices, with a compiler that is scripted: a fault is planted at one stage, and the
//! finding says who agrees with whom. The devices are those that need no GPU.

#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use support::scripted::{copy as case, one_warp, pointers, ptx};
use tritonsmith::campaign::{self, Compiler, Compilers, Plan, Settings, Silent, Summary};
use tritonsmith::compile::{
    Artifact, Content, Control, Job, JobResult, Kernel, Launch, Stage, Target,
};
use tritonsmith::oracle::{Class, FindingKind};
use tritonsmith::report::Record;
use tritonsmith::toolchain::ToolchainId;

/// The copy as TTIR; `wrong` reads each element's neighbour.
fn ttir(wrong: bool) -> String {
    let flip = u32::from(wrong);
    format!(
        "module {{
  tt.func public @kernel(%a: !tt.ptr<f32>, %out: !tt.ptr<f32>) {{
    %index = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32>
    %flip = arith.constant dense<{flip}> : tensor<16xi32>
    %from = arith.xori %index, %flip : tensor<16xi32>
    %1 = tt.splat %a : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %2 = tt.addptr %1, %from : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %3 = tt.load %2 : tensor<16x!tt.ptr<f32>>
    %4 = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %5 = tt.addptr %4, %index : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %5, %3 : tensor<16x!tt.ptr<f32>>
    tt.return
  }}
}}
"
    )
}

/// The first stage that is wrong; so is what comes after it.
#[derive(Clone, Copy)]
struct Wrong(Stage);

struct Scripted(Wrong, VecDeque<JobResult>);

impl Compiler for Scripted {
    fn submit(&mut self, _: &Job) -> Result<()> {
        let Wrong(first) = self.0;
        let artifact =
            |stage: Stage, text: String| Artifact { stage, content: Content::Text(text) };
        let artifacts = vec![
            artifact(Stage::Ttir, ttir(Stage::Ttir >= first)),
            artifact(Stage::Ttgir, ttir(Stage::Ttgir >= first)),
            artifact(Stage::Ptx, ptx(Stage::Ptx >= first)),
        ];
        let kernel =
            Kernel { name: "kernel".into(), artifacts, metadata: one_warp(), ..Kernel::default() };
        let case = case(0);
        let arguments = pointers(&case);
        let grid = [1, 1, 1];
        let launch = Launch { kernel, grid, arguments, parameters: vec![], constants: vec![] };
        self.1.push_back(JobResult { launches: vec![launch], ..JobResult::default() });
        Ok(())
    }

    fn receive(&mut self) -> Result<JobResult> {
        Ok(self.1.pop_front().expect("something was submitted"))
    }

    fn control(&mut self, _: &Job) -> Result<Control> {
        Ok(Control::Survives)
    }
}

impl Compilers for Wrong {
    fn start(&self, _: &ToolchainId) -> Result<Box<dyn Compiler>> {
        Ok(Box::new(Scripted(*self, VecDeque::new())))
    }
}

fn run(folder: &Path, first: Stage) -> Summary {
    let plan = Plan { toolchain: ToolchainId::default(), target: Target::cuda(90) };
    let settings = Settings {
        seed: 1,
        count: Some(2),
        out: Some(folder.to_path_buf()),
        ..Settings::single(&plan, &["ptx".to_owned(), "ir".to_owned()], Stage::Ptx)
    };
    campaign::run(&settings, &case, &Wrong(first), &Silent, &AtomicBool::new(false)).unwrap()
}

/// What is said of a fault that is there from that stage on, and the members of the classes.
fn told(first: Stage) -> (String, Vec<Vec<String>>) {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), first);
    let [record] = &summary.findings[..] else { panic!("{:?}", summary.findings) };
    assert_eq!((record.kind, record.sightings), (FindingKind::Mismatch, 2));
    let classes = record.classes.as_ref().unwrap();
    assert_eq!(classes.groups[0].left, Class::Reference);
    assert!(!classes.front_end && classes.unjudged.is_empty(), "{classes:?}");
    let place = folder.path().join("findings").join(&record.id);
    let read = |name: &str| fs::read_to_string(place.join(name)).unwrap();
    let written: Record = serde_json::from_str(&read("finding.json")).unwrap();
    assert_eq!(written.classes.as_ref(), Some(classes));
    assert!(read("verdict.md").contains(&format!("\n\n{}\n\n", classes.told)));
    assert!(summary.text().contains(&classes.told), "{}", summary.text());
    let members = classes.groups.iter().map(|group| group.members.clone());
    (classes.told.clone(), members.collect())
}

#[test]
fn the_device_that_differs_is_alone() {
    let (told, members) = told(Stage::Ptx);
    assert_eq!(told, "alone: ptx");
    assert_eq!(members, [vec!["reference", "ir ttir", "ir ttgir"], vec!["ptx"]]);
}

#[test]
fn what_is_wrong_from_a_stage_on_is_wrong_on_every_later_one() {
    let (told, members) = told(Stage::Ttgir);
    assert_eq!(told, "apart from the reference, and agreeing: ir ttgir, ptx");
    assert_eq!(members, [vec!["reference", "ir ttir"], vec!["ir ttgir", "ptx"]]);
}

#[test]
fn interpreters_that_share_their_arithmetic_are_one_witness_against_the_reference() {
    let (told, members) = told(Stage::Ttir);
    assert_eq!(told, "reference alone, against executions that share code");
    assert_eq!(members, [vec!["reference"], vec!["ir ttir", "ir ttgir", "ptx"]]);
}

#[test]
fn what_agrees_has_no_classes() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(folder.path(), Stage::Cubin);
    assert_eq!((summary.agree, summary.findings.len()), (2, 0), "{:?}", summary.inconclusive);
}
