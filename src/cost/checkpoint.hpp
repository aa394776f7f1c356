#pragma once

#include <cstdint>
#include <optional>

namespace gpuplan::cost {

/// Checkpoints against interruptions at a constant rate. Any one unit of time serves, as long as it
/// is the same throughout; the callers of this module use hours.
///
///   W work, τ work between two checkpoints, C blocking time of writing one, R time to be working
///   again once a machine is there (set-up and reading), D time until there is a machine,
///   λ rate of interruptions of the whole job, M = 1/λ.
///
/// Sources: Young, CACM 17(9), 1974; Daly, FGCS 22(3), 2006, doi:10.1016/j.future.2004.11.016.

/// Young's interval, first order: √(2 C M). Good while C is far below M.
double young_interval(double write, double mean_between);

/// Daly's interval, higher order: √(2CM)·(1 + √(C/2M)/3 + C/18M) − C while C < 2M, else M.
double daly_interval(double write, double mean_between);

/// One stretch of work between two checkpoints.
struct Segment {
  double work = 0;
  double write = 0;   ///< C
  double restore = 0; ///< R
  double wait = 0;    ///< D
  double rate = 0;    ///< λ; 0: never interrupted
};

/// Expected time until the segment's checkpoint is written; interruptions also strike while writing
/// and restoring: e^(λR) · (M + D) · (e^(λ(τ+C)) − 1). Daly's complete model at D = 0. Infinite
/// where the exponent leaves the range of a double.
double expected_segment(const Segment& segment);

/// What is left of a run after an interruption.
enum class Progress : std::uint8_t {
  lost,         ///< starts again from the beginning
  checkpointed, ///< goes on from the last checkpoint
  kept_as_made, ///< every finished piece stays (batch inference): only the restart is lost
};

/// A whole job on machines that may be taken away. Hours.
struct InterruptibleRun {
  double setup = 0;
  double work = 0;
  double evaluation = 0; ///< after the work, before the result is saved
  double write = 0;      ///< C, for `checkpointed`
  double restore = 0;    ///< R, with the repeated set-up in it
  double wait = 0;       ///< D
  double rate = 0;       ///< λ of the job
  Progress progress = Progress::checkpointed;
  std::optional<double> interval; ///< τ; none: the best, searched from Daly's
};

/// What to expect of it. Hours.
struct RunOutlook {
  double interval = 0;      ///< work between checkpoints; all of it where there are none
  double segments = 1;      ///< checkpoints are written between them, not after the last
  double interruptions = 0; ///< expected number
  double running = 0;       ///< machines up: work, writing, repeated work, restarts
  double waiting = 0;       ///< for a replacement
  double wall = 0;          ///< running + waiting
};

/// Expected course: blocks that must pass without interruption, each the segment formula. The first
/// block holds the set-up, the last the evaluation. Saving the result costs the same on all terms
/// and is not counted, so a job shorter than its interval writes nothing. For whole jobs the
/// interval is work ÷ n, which is never worse than a short last segment; a stated interval is kept
/// as it is. All fields but `interval` and `segments` are infinite where a block is so long against
/// 1/λ that it never passes.
RunOutlook expect_run(const InterruptibleRun& run);

} // namespace gpuplan::cost
