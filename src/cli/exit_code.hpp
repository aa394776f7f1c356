#pragma once

namespace gpuplan::cli {

/// What a command ends with; the same for every verb.
enum class ExitCode : int {
  done = 0,
  no = 1,           ///< the answer is no: nothing feasible, no offer matches, a check failed
  usage = 2,        ///< unknown flag, missing argument, malformed value
  bad_input = 3,    ///< a file or a name that does not hold: unknown model, chip, region, provider
  cannot_judge = 4, ///< unpriced or stale under --strict
  outside = 5,      ///< an outside service failed, packages are missing, a file cannot be written
  our_bug = 70,
  interrupted = 130,
};

} // namespace gpuplan::cli
