#pragma once

#include "cli/commands/shared/arguments.hpp"
#include "core/diagnostic.hpp"
#include "plan/market/listing.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cli::commands {

/// What of the market is asked for: chips or a plan, sizes, places, terms, limits.
class MarketOptions {
public:
  void add(CLI::App& app);

  /// Reads the flags into a query. An exit code, with messages printed, where one does not hold.
  std::optional<ExitCode> read(const Environment& environment,
                               const catalog::Catalog& catalog,
                               plan::ListingQuery& query) const;

  /// The same in words: `a100:8, 8+ vCPU, in eu`.
  [[nodiscard]] std::string phrase() const;

private:
  std::optional<ExitCode> read_constraints(const Environment& environment,
                                           core::Currency currency,
                                           workload::Workload& workload) const;
  std::optional<ExitCode> read_words(const Environment& environment,
                                     workload::Workload& workload) const;
  std::optional<ExitCode> read_ranges(const Environment& environment,
                                      plan::ListingQuery& query) const;
  std::optional<ExitCode> read_max_price(const Environment& environment,
                                         plan::ListingQuery& query) const;
  std::optional<ExitCode> read_where(const Environment& environment,
                                     plan::ListingQuery& query) const;

  std::vector<std::string> words_;
  std::vector<std::string> gpus_;
  std::vector<std::string> providers_;
  std::vector<std::string> places_;
  std::vector<std::string> terms_;
  std::string vcpus_;
  std::string host_memory_;
  std::string gpu_memory_;
  std::string max_price_;
  std::string where_;
  std::string currency_;
  std::vector<std::string> rates_;
  bool include_unknown_ = false;
};

} // namespace gpuplan::cli::commands
