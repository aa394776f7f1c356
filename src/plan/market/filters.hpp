#pragma once

#include "catalog/catalog.hpp"
#include "core/diagnostic.hpp"
#include "workload/workload.hpp"

#include <bitset>
#include <optional>
#include <vector>

namespace gpuplan::plan {

/// What a request restricts the market to, resolved against a catalog once so that the walk over
/// offers only looks things up.
struct Filters {
  std::vector<bool> accelerators;                 ///< by chip; empty: all
  std::vector<catalog::DeviceCount> counts;       ///< beside `accelerators`; {0, 1}: any count
  bool host_only = false;                         ///< machines without accelerator are asked for
  std::vector<bool> providers;                    ///< by provider; empty: all
  std::vector<core::Known<bool>> places;          ///< by region; empty: everywhere
  std::bitset<catalog::k_purchase_options> terms; ///< considered at all
  bool terms_given = false;
  std::vector<bool> offers; ///< by offer, of `--on`; empty: all
  std::optional<double> least_vcpus;
  std::optional<core::Bytes> least_host_memory;
  std::optional<core::Money> max_price;
  std::optional<core::Money> max_gpu_price;
  std::optional<std::int32_t> nodes; ///< fixed by a plan reference or the job
  bool community_hosts = false;
  std::optional<catalog::RegionId> data_at; ///< where the data set lies; none: with the machine

  [[nodiscard]] bool wants_chip(const catalog::Shape& shape) const;

  [[nodiscard]] bool wants_provider(catalog::ProviderId provider) const {
    return providers.empty() || providers[provider.index];
  }

  [[nodiscard]] core::Known<bool> allows_place(catalog::RegionId region) const {
    return places.empty() ? core::Known<bool>{true} : places[region.index];
  }
};

/// Nothing, with a diagnostic for each, where a name means no chip, provider, place or offer.
std::optional<Filters> resolve_filters(const workload::Workload& workload,
                                       const catalog::Catalog& catalog,
                                       core::DiagnosticSink& sink);

} // namespace gpuplan::plan
