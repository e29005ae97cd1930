"""Where each mistake of Mutations.def shows, and what execution in the tool stops by itself."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEST = HERE.parent
SAMPLES, KERNELS, ALONE = TEST / "samples", HERE / "kernels", HERE / "alone"


# No mistake is one of the toolkit's headers, whose parse is most of the time of a run. They have the bodies of
# cuda::pipeline, which run.
BUILTIN = "--cuda-path=builtin"


@dataclass(frozen=True)
class Run:
    """A source in one form, original and rewritten compared under the executor."""

    source: Path
    flags: tuple

    @property
    def label(self):
        return " ".join([self.source.stem, *(f.split("=")[-1].lstrip("-") for f in self.flags if f != BUILTIN)])


@dataclass(frozen=True)
class Refused:
    """A lit test that demands a refusal: its first RUN line and its CHECK'ed id."""

    source: Path

    @property
    def label(self):
        return f"{self.source.relative_to(TEST)}"


@dataclass(frozen=True)
class Alone:
    """A kernel without a program, which the tool runs by itself."""

    source: Path
    flags: tuple
    compiler: tuple = ()

    @property
    def label(self):
        return f"alone: {self.source.stem}"


@dataclass(frozen=True)
class Checked:
    """A script of executor/programs that builds the tool's output and runs it with all that the host may give."""

    name: str

    @property
    def label(self):
        return f"executor.{self.name}"


def alone(name, variant, *more, compiler=()):
    return Alone(ALONE / f"{name}.cu", (f"--variant={variant}", *more), compiler)


@dataclass(frozen=True)
class Compared:
    """A source whose wrong output the comparison of the trees notices, and nothing before it."""

    source: Path
    flags: tuple = ()  # default: those of the first RUN line

    @property
    def label(self):
        return f"{self.source.relative_to(TEST)} compared"


def compared(path, *flags):
    return Compared(TEST / f"{path}.cu", flags)


def form(folder, name, variant, shape="predicate", *more):
    toolkit = any(flag.startswith("--api=") for flag in more)
    return Run(folder / f"{name}.cu",
               (*(() if toolkit else (BUILTIN,)), f"--variant={variant}", f"--epilogue={shape}", *more))


def sample(name, *rest):
    return form(SAMPLES, name, *rest)


def kernel(name, *rest):
    return form(KERNELS, name, *rest)


def fragments(kernel_name):
    return kernel("fragments", "cpasync", "predicate", "--stages=3", "--fragments=ahead", f"--kernel={kernel_name}")


def boxes(name, shape="predicate", *more):
    return kernel(name, "tma", shape, "--arch=sm_90", *more)


def refused(path):
    return Refused(TEST / f"{path}-refused.cu")


LDG, LDG_PEEL = sample("sgemm_step", "ldg"), sample("sgemm_step", "ldg", "peel")
SINGLE = sample("sgemm_step", "ldg-single")
ASYNC, ASYNC_PEEL = sample("sgemm_step", "cpasync"), sample("sgemm_step", "cpasync", "peel")
RING = sample("sgemm_step", "cpasync", "predicate", "--stages=3")
RING_PEEL = sample("sgemm_step", "cpasync", "peel", "--stages=3")
BESIDE_RING = sample("two_distances", "auto", "predicate", "--stages=3")
PIPELINE = sample("sgemm_step", "cpasync", "predicate", "--api=pipeline")
BLOCK = sample("sgemm_step", "cpasync", "predicate", "--api=pipeline-block")
PARTITIONED = ("cpasync", "predicate", "--api=pipeline-partitioned", "--edit-launches")
COPY_ONCE = ("auto", "predicate", "--copy-once")
# Its loop variable is known where the prologue stands.
OUTER = sample("sgemm_live_out", "cpasync")

# Where each mistake shows. The order is that of Mutations.def.
SHOWN_BY = {
    "drop-prologue-barrier": [LDG],
    "drop-loop-barrier": [LDG, SINGLE],
    "drop-store-barrier": [SINGLE],
    "swap-around-barrier": [SINGLE, LDG],
    "drop-kept-barrier": [sample("rescale_scratch", "ldg"), sample("global_exchange", "ldg")],
    "drop-epilogue-barrier": [sample("sgemm_persistent", "ldg", "peel")],
    "compute-parity": [LDG],
    "store-parity": [LDG],
    "prologue-parity": [LDG],
    "no-flip": [LDG],
    "buffer-missing": [LDG],
    "stage-missing": [LDG],
    "swallowed-edit": [LDG],
    "declaration-not-hoisted": [sample("sgemm_tile_in_loop", "ldg")],
    "skip-epilogue": [LDG_PEEL],
    "last-tile-twice": [LDG_PEEL],
    "epilogue-unguarded": [LDG_PEEL],
    "prologue-unguarded": [LDG],
    "issue-unguarded": [ASYNC],  # nvcc moves unused fetches into the guard of their stores
    "store-unguarded": [LDG, kernel("outside", "ldg-single")],
    "vote-lost": [kernel("votes", "ldg", "peel")],
    "live-out-lost": [sample("sgemm_live_out", "ldg", "peel")],
    "ring-underfilled": [RING],
    "ring-one-behind": [RING],
    "distance-shared": [BESIDE_RING],
    "other-part-kept": [BESIDE_RING],
    "parity-stays": [BESIDE_RING],
    "drain-short": [RING_PEEL],
    "drain-uncommitted": [RING_PEEL],
    "missing-wait": [ASYNC, RING],
    "missing-prologue-wait": [ASYNC],
    "late-wait": [ASYNC, RING],
    "late-prologue-wait": [ASYNC, RING],
    "wait-behind-barrier": [ASYNC],
    "missing-commit": [ASYNC],
    "missing-prologue-commit": [ASYNC],
    "conditional-commit": [ASYNC],
    "copy-size": [sample("dgemm_tiled", "cpasync")],
    "fill-dropped": [sample("sgemm_tile_in_loop", "cpasync")],
    "pipeline-wait": [PIPELINE],
    "pipeline-commit": [PIPELINE],
    "pipeline-copy-alignment": [PIPELINE],
    "block-wait-missing": [BLOCK],
    "block-acquire-missing": [BLOCK],
    "block-release-early": [BLOCK],
    "block-reentry": [sample("sgemm_persistent", "cpasync", "predicate", "--api=pipeline-block")],
    "block-barrier-behind": [kernel("behind", "cpasync", "predicate", "--api=pipeline-block")],
    "producers-stay": [sample("sgemm_step", *PARTITIONED)],
    "include-missing": [ASYNC],
    "fragments-early": [fragments("plain")],
    "fragments-unguarded": [fragments("plain")],
    "fragments-missing": [fragments("plain")],
    "step-lost": [fragments("plain")],
    "tiles-uncounted": [fragments("plain")],
    "one-set": [fragments("plain")],
    "ahead-of-registers": [kernel("fragments", "ldg", "predicate", "--fragments=ahead", "--kernel=plain")],
    "allow-other-steps": [fragments("either")],
    "allow-odd-steps": [fragments("odd")],
    "allow-more-than-steps": [fragments("behindSteps")],
    "allow-loop-names": [fragments("loopConstant")],
    "allow-step-types": [fragments("ownType")],
    "allow-step-writes": [fragments("scratch")],
    "allow-step-lambda": [fragments("closure")],
    "allow-tile-condition": [fragments("decides")],
    "allow-computed-index": [fragments("computedIndex")],
    "allow-step-else": [fragments("otherwise")],
    "allow-kept-fragment": [fragments("kept")],
    "allow-fragment-value": [fragments("valued")],
    "allow-inner-fragment": [fragments("inner")],
    "allow-second-fill": [fragments("again")],
    "allow-computed-fragment": [fragments("changed")],
    "allow-wide-fill": [fragments("twoAtOnce")],
    "allow-tile-size": [fragments("sizeOfTile")],
    "allow-function-name": [fragments("nameOfFunction")],
    "store-before-compute": [SINGLE],
    "one-register": [sample("sgemm_pointer_bump", "ldg")],
    "shared-register": [sample("sgemm_load_tile", "ldg")],
    "arm-fill-dropped": [kernel("filled-arms", "ldg")],
    "arms-of-two-elements": [kernel("filled-arms", "ldg")],
    "held-fill-dropped": [kernel("held-fill", "ldg")],
    "held-forever": [sample("sgemm_edge_tiles", "ldg")],
    "round-unguarded": [kernel("short-round", "ldg")],
    "advance-missing": [sample("sgemm_pointer_bump", "ldg")],
    "advance-twice": [sample("sgemm_pointer_bump", "ldg")],
    "increment-missing": [LDG],
    "copy-not-renamed": [OUTER],
    "guard-not-renamed": [OUTER],
    "copy-starts-at-zero": [kernel("late-start", "ldg")],
    "instance-types": [kernel("instance-value", "ldg", "predicate")],
    "names-unchecked": [compared("mutation/kernels/taken-names", "--variant=ldg"), kernel("taken-names", "ldg")],
    "allow-absent-threads": [kernel("absent", "cpasync", "predicate", "--api=pipeline-block")],
    "allow-layers": [kernel("layers", *PARTITIONED)],
    "allow-traces": [kernel("traces", *PARTITIONED)],
    "allow-lost-progress": [kernel("progress", *PARTITIONED)],
    "allow-wait-as-barrier": [kernel("exchange", "cpasync", "predicate", "--api=pipeline-block")],
    "allow-alias": [kernel("alias", "ldg")],
    **dict.fromkeys(
        ["test-turned", "test-one-short", "test-one-late", "test-of-one-tile", "test-of-counter", "test-unsigned",
         "test-unfit", "test-of-first", "test-sign"],
        [kernel("tested-ranges", "ldg", "predicate", "--alias-check=runtime")],
    ),
    "allow-stale": [kernel("stale", "ldg")],
    "first-for-last": [kernel("outside", "ldg")],
    "allow-use-outside": [kernel("named-before", "ldg"), refused("Refusals/tile-used-outside")],
    "stages-overlap": [sample("sgemm_dynamic", "ldg")],
    "moved-tiles-overlap": [kernel("moved-tiles", "ldg", "predicate", "--allow-occupancy-loss")],
    "stages-forgotten": [refused("Plan/stages-of-two-loops")],
    "launch-unasked": [kernel("small-launch", "ldg")],
    "allow-kept-address": [refused("Analyse/address-kept")],
    "allow-narrow-index": [refused("Analyse/narrow-index")],
    "allow-moving-row": [refused("Analyse/moving-row")],
    "allow-ragged-box": [refused("Analyse/ragged-box")],
    "box-of-one-instance": [boxes("box-sides")],
    "box-bytes": [boxes("box-again")],
    "box-parity": [boxes("box-again")],
    "box-run-parity": [boxes("box-again")],
    "box-restart": [boxes("box-again")],
    "box-arrivals": [boxes("box-mixed")],
    "box-unfenced": [boxes("box-again")],
    "box-of-all-threads": [boxes("box-again")],
    "box-place": [boxes("box-again")],
    "map-stride": [Checked("tensor-maps")],
    "map-for-any-block": [Checked("tensor-maps")],
    "reach-unasked": [Checked("tensor-maps")],
    "map-on-any-device": [Checked("tensor-maps")],
    "call-without-maps": [Checked("tensor-maps")],
    "configured-bytes": [Checked("tensor-maps")],
    "moved-bytes-unasked": [Checked("tensor-maps")],
    "host-names-alike": [boxes("box-launch")],
    "allow-attributes": [refused("Analyse/launch-attributes")],
    "allow-graph-arguments": [refused("Analyse/graph-arguments")],
    "state-inside": [boxes("box-again")],
    "state-refilled": [boxes("box-again", "peel")],
    "runs-unfenced": [boxes("box-between")],
    "state-any-place": [boxes("box-anew")],
    **{f"ring-{name}": [boxes("box-producer", "predicate", "--api=partitioned", "--allow-occupancy-loss")]
       for name in ("unreleased", "parity", "unheld", "warps", "first")},
    "ring-of-all-lanes": [boxes("box-producer-lanes", "predicate", "--api=partitioned", "--allow-occupancy-loss")],
    **{f"allow-beside-{name}": [boxes(f"box-producer-{name}", "predicate", "--api=partitioned", "--allow-occupancy-loss")]
       for name in ("shape", "reads", "index")},
    "beside-uncounted": [boxes("box-beside")],
    "beside-unawaited": [boxes("box-beside")],
    "mixed-unpublished": [boxes("box-mixed")],
    "mixed-one-thread": [boxes("box-mixed")],
    "opening-of-one-thread": [boxes("box-opening", "peel")],
    "mixed-locals": [boxes("box-mixed")],
    "launch-in-any-order": [boxes("launch-order")],
    "allow-misaligned-stage": [kernel("misaligned-stage", "ldg")],
    "allow-over-budget": [kernel("over-budget", "ldg", "predicate", "--allow-occupancy-loss", "--no-edit-launches")],
    "allow-shared-loads": [kernel("shared-loads", "ldg")],
    "allow-side-effect": [kernel("side-effect", "ldg")],
    "exit-unawaited": [sample("layers_until_opaque", "cpasync")],
    "exit-barrier-lost": [kernel("left-early", "ldg")],
    "allow-thread-exit": [refused("Analyse/exit-thread")],
    "allow-overwrite": [kernel("overwrite", "cpasync")],
    "allow-late-exit": [refused("Analyse/exit-late")],
    "allow-plain-effect": [refused("Analyse/plain-effect")],
    "allow-unbounded-exit": [refused("Analyse/exit-unbounded")],
    "allow-early-exit": [kernel("early-exit", "ldg")],
    "allow-conversion": [kernel("conversion", "cpasync")],
    "allow-misaligned-copy": [kernel("misaligned-copy", "cpasync")],
    "allow-lost-update": [sample("last_tile_size", "ldg")],
    "allow-update-between": [refused("Refusals/update-between-loads")],
    "allow-given-memory": [refused("Refusals/memory-of-build")],
    "allow-size-of-build": [refused("Refusals/numbers-of-build")],
    "allow-leak": [refused("Analyse/leak")],
    "allow-any-caller": [refused("Analyse/callers")],
    "allow-tile-write": [kernel("tile-write", "ldg")],
    "allow-plain-parts": [refused("Analyse/carved-plain")],
    "allow-exposed-scratch": [refused("Analyse/scratch-read-first")],
    "allow-early-read": [kernel("early-read", "ldg")],
    "allow-thread-bound": [refused("Analyse/thread-dependent-bound")],
    "allow-recount": [sample("sgemm_loop_forms", "cpasync", "predicate", "--stages=3")],
    "allow-second-race": [refused("Analyse/repair-second-race")],
    "allow-callee-output": [refused("Refusals/load-in-callee")],
    "allow-any-result": [refused("Analyse/pointer-given-out")],
    "allow-hidden-put": [refused("Analyse/pointer-put-later")],
    "allow-old-capture": [refused("Emit/old-capture")],
    "captures-forgotten": [kernel("captured", "ldg-single")],
    "allow-other-name": [refused("Analyse/other-name")],
    "allow-hidden-pointer": [refused("Analyse/pointer-set-by-reference")],
    "allow-hidden-change": [kernel("given-local", "cpasync")],
    "allow-asm-read": [refused("Analyse/asm-shared-read")],
    "trust-system": [refused("Analyse/system-call")],
    "defaults-forgotten": [refused("Analyse/default-argument")],
    "lambda-state-forgotten": [refused("Analyse/lambda-state")],
    "held-is-distinct": [refused("Analyse/held-global")],
    "allow-acquire": [refused("Analyse/acquire")],
    "size-calls-unseen": [refused("Analyse/dynamic-size-call")],
    "allow-size-read": [refused("Analyse/dynamic-size-read")],
    "other-files-unseen": [refused("Analyse/other-file")],
    "bindings-forgotten": [refused("Analyse/structured-binding")],
    "allow-instances": [refused("Refusals/instances-read-differ")],
    "other-branch-lost": [kernel("instance-branch", "ldg", "predicate")],
    "once-wait-missing": [sample("gemv_vector_once", *COPY_ONCE)],
    "once-wait-behind": [sample("gemv_vector_once", *COPY_ONCE)],
    "allow-use-in-flight": [kernel("in-flight", *COPY_ONCE)],
    "allow-repeated-element": [kernel("repeated-element", *COPY_ONCE)],
    "allow-written-source": [kernel("written-source", *COPY_ONCE)],
    "stale-by-spelling": [refused("Analyse/stale-nested-guard")],
    "heads-lost": [refused("Plan/head-sets")],
    "other-rounds": [refused("Analyse/stale-rounds")],
    "filled-elsewhere": [refused("Analyse/stale-filled-moved")],
    "effects-dropped": [kernel("moved-text", "ldg")],
    "init-twice": [kernel("moved-text", "ldg")],
    "bare-operand": [kernel("chosen-source", "cpasync")],
    "include-anywhere": [kernel("chosen-source", "cpasync")],
    "names-left-behind": [compared("mutation/kernels/moved-text", "--variant=ldg"), kernel("moved-text", "ldg")],
    "not-captured": [kernel("moved-text", "ldg")],
    "any-register": [compared("Refusals/value-cannot-wait-refused"), refused("Refusals/value-cannot-wait")],
    "via-changed": [refused("Analyse/changed-by-reference")],
    "hoisted-anyway": [compared("Validate/hoisted-name-refused")],
    "types-left-behind": [compared("Validate/inner-type-refused")],
    "peel-anything": [compared("Refusals/cannot-peel-refused")],
    "destroyed-quietly": [compared("Validate/destructor-refused")],
    "macros-stay": [compared("Validate/header-macro-refused")],
    "written-unproven": [refused("Emit/macro-parted-argument")],
    "toolkit-words-unasked": [refused("Validate/toolkit-word")],
    "uncompared": [kernel("moved-names", "ldg")],
}


# What execution in the tool stops by itself, with no other test; or why it cannot.
STOPPED_ALONE = {
    "allow-alias": [alone("tile-apart", "ldg")],
    "allow-plain-effect": [alone("plain-effect", "ldg")],
    "allow-unbounded-exit": [alone("unbounded-exit", "ldg")],
    "allow-kept-address": [alone("kept-address", "ldg")],
    "allow-narrow-index": [alone("narrow-index", "tma", "--arch=sm_90")],
    "allow-moving-row": [alone("moving-row", "tma", "--arch=sm_90")],
    "allow-ragged-box": [alone("ragged-box", "tma", "--arch=sm_90")],
    "effects-dropped": [alone("second-declarator", "ldg")],
    "allow-hidden-change": [alone("exchanged", "cpasync")],
    "via-changed": [alone("changed-local", "cpasync")],
    "allow-other-name": [alone("held-reference", "auto")],
    "stale-by-spelling": [alone("half-of-a-branch", "ldg")],
    "allow-asm-read": [alone("asm-load", "auto")],
    "lambda-state-forgotten": [alone("lambda-state", "auto")],
    "init-twice": [alone("start-with-effect", "auto")],
    "allow-hidden-pointer": [alone("pointer-by-reference", "auto"), alone("pointer-by-pointer", "auto")],
    "bindings-forgotten": [alone("binding", "auto")],
    "held-is-distinct": [alone("held-pointers", "auto")],
    "defaults-forgotten": [alone("default-argument", "auto")],
    "trust-system": [alone("library-exchange", "ldg", compiler=("-isystem", str(ALONE / "system")))],
    "allow-size-read": [alone("size-read", "cpasync", "--stages=3", "--edit-launches")],
    "launch-unasked": [alone("small-launch", "ldg")],
    "bare-operand": [alone("chosen-pointer", "cpasync")],
    "other-part-kept": [alone("two-distances", "auto", "--stages=3")],
    "allow-acquire": ["whoever releases is another block, and blocks run one after the other: nothing comes too late"],
}
