#pragma once

#include "workload/read/defaults.hpp"
#include "workload/read/statements.hpp"
#include "workload/workload.hpp"

#include <string>
#include <vector>

namespace gpuplan::workload {

/// Whether an assumption moves the answer, and so stands on the `Assumed` line.
enum class Weighs : std::uint8_t { little, much };

/// What the parts of a job are built from: what was stated, what is taken else, and where faults
/// and assumptions go.
struct JobContext {
  const Statements& stated;
  Defaults& defaults;
  std::string preset; ///< finetune, pretrain, train, serve, batch-inference
  std::vector<Assumption>& assumptions;
  std::vector<std::string>& notes;
  core::DiagnosticSink& sink;

  /// Notes a default that was taken for a key: its last name, the value as shown, the reason.
  void assume(std::string_view key, std::string value, std::string_view why, Weighs weighs);

  /// The same, with value and reason of a default of the catalog.
  void assume_default(std::string_view key, std::string_view default_key, Weighs weighs);

  /// Reports a fault where a key was stated; at the whole job where it was not.
  void fault(std::string_view key, std::string headline, std::string help = {});
};

/// Whether a network reads tokens (and has dimensions) or samples of a cost.
bool reads_tokens(const Architecture& model);

/// `50M`, `4096`, `1.5B`.
std::string count_text(double count);

} // namespace gpuplan::workload
