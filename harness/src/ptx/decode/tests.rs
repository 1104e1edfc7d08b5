//! One form per family at least, and what is refused.

use super::*;
use crate::ptx::program::{Instruction, Reg};
use crate::ptx::read;
use crate::ptx::types::Special;

const HEAD: &str = ".version 8.7\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\n\
    .reg .pred %p<8>;\n.reg .b16 %rs<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n";

fn instruction(text: &str) -> Instruction {
    let module = read(&format!("{HEAD}{text}\n}}")).unwrap();
    module.functions[0].instructions[0].clone()
}

fn op(text: &str) -> Opcode {
    instruction(text).op
}

fn is_unknown(text: &str) -> bool {
    matches!(op(text), Opcode::Unknown(_))
}

#[test]
fn integers() {
    let arithmetic =
        |op, ty, relu| Opcode::Integer(Integer::Arithmetic { op, ty, saturate: false, relu });
    assert_eq!(op("add.s32 %r1, %r2, -1;"), arithmetic(IntegerOp::Add, Type::S32, false));
    assert_eq!(op("abs.s64 %rd1, %rd2;"), arithmetic(IntegerOp::Abs, Type::S64, false));
    assert_eq!(op("max.relu.s32 %r1, %r2, 7;"), arithmetic(IntegerOp::Max, Type::S32, true));
    assert!(is_unknown("max.relu.u32 %r1, %r2, %r3;") && is_unknown("add.relu.s32 %r1, %r2, %r3;"));
    let wide = Integer::Multiply {
        half: Half::Wide,
        add: true,
        carry_in: false,
        carry_out: false,
        saturate: false,
        ty: Type::S32,
    };
    assert_eq!(op("mad.wide.s32 %rd1, %r1, 2, %rd2;"), Opcode::Integer(wide));
    let logic = Integer::Logic { op: LogicOp::And, ty: Type::Pred };
    assert_eq!(op("and.pred %p1, %p2, %p3;"), Opcode::Integer(logic));
    let shift = Integer::Shift { left: false, ty: Type::S32 };
    assert_eq!(op("shr.s32 %r1, %r2, 31;"), Opcode::Integer(shift));
    let funnel = Integer::Funnel { left: true, wrap: true };
    assert_eq!(op("shf.l.wrap.b32 %r1, %r2, %r3, %r4;"), Opcode::Integer(funnel));
    assert_eq!(op("lop3.b32 %r1, %r2, %r3, 0, 0xc0;"), Opcode::Integer(Integer::Lop3));
    assert!(is_unknown("add.s32 %r1, %r2;"));
    assert!(is_unknown("add.odd.s32 %r1, %r2, %r3;"));
}

#[test]
fn floats() {
    let Opcode::Float(fma) = op("fma.rn.ftz.f32 %r1, %r2, %r3, 0f3F800000;") else { panic!() };
    assert_eq!((fma.op, fma.ty, fma.ftz), (FloatOp::Fma, Type::F32, true));
    assert_eq!(fma.rounding, Some(Rounding::NearestEven));
    let Opcode::Float(max) = op("max.NaN.f32 %r1, %r2, %r3;") else { panic!() };
    assert!(max.nan && !max.ftz && max.rounding.is_none());
    let Opcode::Float(ex2) = op("ex2.approx.ftz.f32 %r1, %r2;") else { panic!() };
    assert!(ex2.approx);
    assert!(is_unknown("add.f32 %r1, %r2;"));
}

#[test]
fn selections_and_conversions() {
    let compare = Select::SetPredicate {
        comparison: Comparison::Lt,
        combine: Some(LogicOp::And),
        ftz: false,
        ty: Type::S32,
    };
    assert_eq!(op("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;"), Opcode::Select(compare));
    let select = Select::Select { ty: Type::B32 };
    assert_eq!(op("selp.b32 %r1, 16, 0, %p1;"), Opcode::Select(select));
    let Opcode::Convert(pack) = op("cvt.rn.satfinite.e4m3x2.f32 %rs1, %r2, %r1;") else { panic!() };
    assert_eq!((pack.to, pack.from, pack.satfinite), (Type::E4m3x2, Type::F32, true));
    assert!(is_unknown("cvt.rn.f16x2.f32 %r1, %r2;"));
    assert!(is_unknown("cvt.u32.u64 %r1, %rd1, %rd2;"));
}

#[test]
fn memory() {
    let Opcode::Memory(Memory::Load { space, ty, lanes, hint, evict, .. }) =
        op("ld.global.ca.L1::evict_last.L2::cache_hint.v2.b32 { %r1, %r2 }, [ %rd1 + 0 ], %rd2;")
    else {
        panic!()
    };
    assert_eq!((space, ty, lanes, hint), (Space::Global, Type::B32, 2, true));
    assert_eq!(evict, Evict::Last);
    let Opcode::Memory(Memory::Store { space, lanes, .. }) = op("st.shared::cta.b32 [%r1], 0;")
    else {
        panic!()
    };
    assert_eq!((space, lanes), (Space::Shared, 1));
    let pack = op("mov.b32 %r1, {%rs1, %rs2};");
    assert_eq!(pack, Opcode::Memory(Memory::Move { ty: Type::B32 }));
    let policy = op("createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0;");
    assert_eq!(policy, Opcode::Memory(Memory::CreatePolicy));
    assert!(is_unknown("ld.global.v4.b32 {%r1, %r2}, [%rd1];"));
    assert!(is_unknown("ld.global.b32 %r1, %rd1;"));
}

#[test]
fn warps() {
    let shuffle = Opcode::Warp(Warp::Shuffle { mode: ShuffleMode::Butterfly });
    assert_eq!(op("shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;"), shuffle);
    assert_eq!(op("shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;"), shuffle);
    assert_eq!(op("elect.sync %r1|%p1, -1;"), Opcode::Warp(Warp::Elect));
    let vote = Opcode::Warp(Warp::Vote { mode: VoteMode::Ballot });
    assert_eq!(op("vote.sync.ballot.b32 %r1, !%p1, -1;"), vote);
    assert_eq!(op("activemask.b32 %r1;"), Opcode::Warp(Warp::ActiveMask));
    assert!(is_unknown("shfl.bfly.b32 %r1, %r2, 16, 31;"));
}

#[test]
fn matrices() {
    let Opcode::Matrix(Matrix::Load { count, transposed, .. }) =
        op("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r5+32];")
    else {
        panic!()
    };
    assert_eq!((count, transposed), (4, true));
    let Opcode::Matrix(Matrix::Multiply { shape, a, d, .. }) =
        op("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4}, \
         {%r5, %r6, %r7, %r8}, {%r9, %r10}, {%r1, %r2, %r3, %r4};")
    else {
        panic!()
    };
    assert_eq!((shape.m, shape.n, shape.k, a, d), (16, 8, 16, Type::F16, Type::F32));
    let Opcode::Matrix(Matrix::GroupMultiply { a_in_registers, .. }) = op(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r1,%r2,%r3,%r4}, %rd1, %rd2, %p1, \
         1, 1, 0, 1;",
    ) else {
        panic!()
    };
    assert!(!a_in_registers);
    assert_eq!(op("wgmma.wait_group.sync.aligned 0;"), Opcode::Matrix(Matrix::GroupWait));
    assert!(is_unknown("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2}, [%r5];"));
}

#[test]
fn asynchronous_copies() {
    let copy = AsyncCopy::Copy { cache_all: false, source: true, hint: false };
    let text = "cp.async.cg.shared.global [ %r1 + 0 ], [ %rd1 + 0 ], 0x10, %r2;";
    assert_eq!(op(text), Opcode::AsyncCopy(copy));
    let load = AsyncCopy::TensorLoad {
        dimensions: 2,
        mode: TensorMode::Gather4,
        to: Space::Shared,
        multicast: false,
        pair: false,
        hint: false,
    };
    let text = "cp.async.bulk.tensor.2d.tile::gather4.shared::cta.global.\
                mbarrier::complete_tx::bytes [%r1], [%rd1, {%r3, %r4, %r5, %r6, %r7}], [%r2];";
    assert_eq!(op(text), Opcode::AsyncCopy(load));
    let reduce = Some(ReduceOp::Add);
    let store =
        AsyncCopy::TensorStore { dimensions: 2, mode: TensorMode::Tile, reduce, hint: false };
    let text = "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group \
                [%rd1, {%r3, %r3}], [%r2];";
    assert_eq!(op(text), Opcode::AsyncCopy(store));
    assert_eq!(
        op("cp.async.bulk.wait_group.read 0 ;"),
        Opcode::AsyncCopy(AsyncCopy::BulkWait { read: true })
    );
    let field = TensorMapField::BoxDim;
    let replace = AsyncCopy::TensorMapReplace { field, space: Space::Shared, ty: Type::B32 };
    let text = "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [ %rd1 + 0 ], 0x0, %r1;";
    assert_eq!(op(text), Opcode::AsyncCopy(replace));
    assert!(is_unknown("cp.async.cg.shared.global [%r1], [%rd1];"));
}

#[test]
fn barriers() {
    assert_eq!(op("bar.sync 0, 128;"), Opcode::Barrier(Barrier::Sync { aligned: true }));
    assert_eq!(op("barrier.sync 1;"), Opcode::Barrier(Barrier::Sync { aligned: false }));
    assert_eq!(op("bar.warp.sync -1;"), Opcode::Barrier(Barrier::Warp));
    assert_eq!(
        op("barrier.cluster.wait.aligned;"),
        Opcode::Barrier(Barrier::ClusterWait { aligned: true })
    );
    let fence = Fence::ProxyAsync { space: Space::Shared };
    assert_eq!(op("fence.proxy.async.shared::cta;"), Opcode::Barrier(Barrier::Fence(fence)));
    let fence = Fence::TensorMap { acquire: true, scope: Scope::Device };
    let text = "fence.proxy.tensormap::generic.acquire.gpu [ %rd1 + 0 ], 0x80;";
    assert_eq!(op(text), Opcode::Barrier(Barrier::Fence(fence)));
    let wait = |text| match op(text) {
        Opcode::Barrier(Barrier::Mbarrier { op, .. }) => Some(op),
        _ => None,
    };
    let parity = MbarrierOp::Wait { may_suspend: true, parity: true };
    assert_eq!(wait("mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;"), Some(parity));
    let arrive = MbarrierOp::Arrive { expect_bytes: true, drop: false, no_complete: false };
    assert_eq!(wait("mbarrier.arrive.expect_tx.shared.b64 _, [%r1], 64;"), Some(arrive));
    assert!(is_unknown("bar.sync;"));
}

#[test]
fn atomics() {
    let Opcode::Atomic(add) =
        op("atom.global.gpu.acq_rel.add.noftz.v4.bf16 { %rs1, %rs2, %rs3, %rs4 }, [ %rd2 + 0 ], \
         { %rs5, %rs6, %rs7, %rs1 };")
    else {
        panic!()
    };
    assert_eq!((add.op, add.lanes, add.ty), (AtomicOp::Add, 4, Type::Bf16));
    assert_eq!((add.order, add.scope), (Order::AcquireRelease, Scope::Device));
    assert!(add.returns && add.noftz);
    let Opcode::Atomic(cas) = op("atom.relaxed.gpu.global.cas.b32 %r1, [%rd1], %r2, %r3;") else {
        panic!()
    };
    assert_eq!((cas.op, cas.space), (AtomicOp::CompareSwap, Space::Global));
    let Opcode::Atomic(red) = op("red.global.sys.release.add.u32 [ %rd5 + 0 ], %r8;") else {
        panic!()
    };
    assert!(!red.returns);
    assert!(is_unknown("atom.global.cas.b32 %r1, [%rd1], %r2;"));
}

#[test]
fn control() {
    let branch = instruction("@!%p1 bra A;\nA: ret;");
    assert_eq!(branch.predicate, Some((Reg(1), true)));
    assert_eq!(branch.op, Opcode::Control(Control::Branch { uniform: false }));
    let registers = Control::SetMaxRegisters { increase: false };
    assert_eq!(op("setmaxnreg.dec.sync.aligned.u32 40;"), Opcode::Control(registers));
    let wait = Control::GridDependency { wait: true };
    assert_eq!(op("griddepcontrol.wait;"), Opcode::Control(wait));
    assert_eq!(op("trap;"), Opcode::Control(Control::Trap));
}

#[test]
fn an_unknown_form_keeps_its_text_and_operands() {
    let found = instruction("@%p1 tcgen05.st.sync.aligned.16x32bx2.x1.b32 [%r1 + 0], 16, {%r2};");
    let name = "tcgen05.st.sync.aligned.16x32bx2.x1.b32";
    assert_eq!(found.op, Opcode::Unknown(name.to_owned()));
    assert_eq!(found.operands.len(), 3);
    assert!(found.predicate.is_some());
    let decimal = instruction("add.f32 %r1, %laneid, 1.5;");
    assert_eq!(decimal.op, Opcode::Unknown("add.f32".to_owned()));
    assert_eq!(decimal.operands[1], Operand::Special(Special::LaneId));
}
