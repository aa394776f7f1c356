#pragma once

#include "catalog/catalog.hpp"
#include "plan/setup.hpp"

#include <map>
#include <tuple>

namespace gpuplan::plan {

/// Whether the software of a job runs on a chip, from the catalog's compatibility records.
struct SoftwareAnswer {
  core::Known<bool> stack = true;   ///< the stack itself, or the framework it is built on
  core::Known<bool> packing = true; ///< what packed weights or a packed optimizer take beside
  std::string_view packed;          ///< which of them decides; empty where the job has none
};

/// A stack is tied to the vendors, generations and compute capabilities that the records list for
/// its framework; a chip sold for inference alone does not train. A packed format is tied to those
/// that the records of its library list, and runs on no others. Unknown where the catalog has no
/// word.
SoftwareAnswer software_on(const catalog::Catalog& catalog,
                           const workload::Demand& demand,
                           const Setup& setup,
                           const catalog::Accelerator* accelerator);

/// The same answers for one job, each worked out once.
class SoftwareSupport {
public:
  SoftwareSupport(const catalog::Catalog& catalog, const workload::Demand& demand)
      : catalog_(catalog),
        demand_(demand) {}

  const SoftwareAnswer& of(const Setup& setup, const catalog::Accelerator* chip);

private:
  using Key =
      std::tuple<workload::Stack, catalog::NumberFormat, workload::WeightFormat, std::uint32_t>;

  const catalog::Catalog& catalog_;
  const workload::Demand& demand_;
  std::map<Key, SoftwareAnswer> answers_;
};

} // namespace gpuplan::plan
