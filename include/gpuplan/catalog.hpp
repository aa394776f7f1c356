#pragma once

#include "gpuplan/answer.hpp"
#include "gpuplan/result.hpp"
#include "gpuplan/values.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan {

/// A job to be planned: a workload file, keys of one with their values, or both; keys win.
///
///     Job{.keys = {{"model", "llama-3.1-8b"}, {"data.tokens", "50M"}}}
///     Job{.file = "job.yaml", .keys = {{"batch.global", "128"}}}
///     Job{.file = "message 7", .text = "model: llama-3.1-8b\ndata: {tokens: 50M}\n"}
struct Job {
  std::filesystem::path file{};      ///< YAML, at most 1 MiB; relative paths in it begin beside it
  std::optional<std::string> text{}; ///< if given, taken instead of the bytes of `file`
  std::vector<std::pair<std::string, std::string>> keys{}; ///< as `--set key=value` takes them
};

/// Which plans of an answer are written out.
enum class Rows : std::uint8_t {
  lines,     ///< the best few, of different providers, chips and terms
  lines_old, ///< those, then the best with old or undated prices
  every,     ///< every ranked plan
};

/// A plan that lacks a fact which a rule asks for: ranked behind those that have it, or left out.
enum class UnknownFacts : std::uint8_t { ranked_behind, left_out };

/// What an answer depends on beside catalog, job and day.
struct Options {
  std::string currency = "USD";                    ///< of totals and of amounts that name none
  std::vector<std::string> exchange_rates{};       ///< dated: `EUR=1.08USD@2026-11-28`
  std::vector<std::filesystem::path> rule_files{}; ///< laid over the rules of the catalog
  UnknownFacts unknown_facts = UnknownFacts::ranked_behind;
  Rows rows = Rows::lines;
  std::size_t lines = 8;             ///< most lines of each kind, where not every plan is asked for
  std::filesystem::path hub_cache{}; ///< local Hugging Face cache to find models in; empty: none
};

/// The market: chips, machines, prices, rules and measured efficiencies. Immutable, cheap to copy
/// (copies share it), safe to use from many threads at once. The library reads no clock, no
/// environment and no locale: the same arguments and files give the same bytes.
class Catalog {
public:
  /// The built-in catalog, under overlays in their order: each a folder laid out like catalogs/,
  /// one YAML or CSV file, or a compiled catalog. Faults: every fault of every file, at its place.
  static Result<Catalog> load(const std::vector<std::filesystem::path>& overlays = {});

  /// What to rent for a job. The age of prices is counted from `as_of`. Faults: those of the job, a
  /// name the catalog does not have, a bad rule file, rate or currency.
  Result<Answer> plan(const Job& job, Day as_of, const Options& options = {}) const;

  /// What is doubtful about rows of the catalog, each with its code, file and line: the findings of
  /// `gpuplan catalog check`. A remark is a note, a doubt a warning; the row stays in the catalog.
  [[nodiscard]] std::vector<Diagnostic> check() const;

  [[nodiscard]] std::string version() const; ///< day of the newest price, `2026-11-30`
  [[nodiscard]] std::string sha256() const;  ///< of the compiled catalog, hexadecimal

private:
  friend class Answer;
  struct State;
  explicit Catalog(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

} // namespace gpuplan
