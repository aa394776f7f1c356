#pragma once

#include "catalog/catalog.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::plan {

/// What storage gives one machine, as far as sources say.
struct StorageRead {
  core::Known<core::BytesPerSecond> local;   ///< its own disks, together
  core::Known<core::Bytes> local_size;       ///< of these disks
  core::Known<core::BytesPerSecond> remote;  ///< its volumes or objects, the faster of the two
  core::Known<core::BytesPerSecond> network; ///< Ethernet of a host: nothing remote comes faster
  core::BytesPerSecond least{0};             ///< what any storage gives, an assumption
  core::Known<core::Bytes> kept;             ///< host memory that keeps data once it was read

  /// The rate at which `hosts` hosts read their shares of a data set of that size: local disks that
  /// hold it, else volumes and objects. Where neither is stated, what any storage gives stands for
  /// it if that is enough, and the network if even that is not; in between it is unknown.
  [[nodiscard]] core::Known<core::BytesPerSecond>
  rate_for(core::Bytes data, core::BytesPerSecond needed, double hosts) const;

  /// The least of what `hosts` hosts read, whatever their storage is.
  [[nodiscard]] core::BytesPerSecond rate_at_least(double hosts) const;

  /// Whether each machine keeps a data set of that size in its memory, so that storage feeds the
  /// first epoch alone. Every epoch deals the samples anew, so a machine meets all of them.
  [[nodiscard]] bool keeps(core::Bytes data) const { return kept && data <= *kept; }

  /// Whether a source states what feeds a data set of that size: disks that hold it, or remote
  /// storage.
  [[nodiscard]] bool is_stated(core::Bytes data, double hosts) const {
    return are_local_disks_enough(data, hosts) || remote.known();
  }

private:
  [[nodiscard]] bool are_local_disks_enough(core::Bytes data, double hosts) const {
    return local && local_size && data <= *local_size * hosts;
  }
};

/// The same read for one machine alone.
StorageRead storage_read(const catalog::Catalog& catalog, const catalog::Instance& instance);

/// The rates of all machines of a catalog, each read when it is first asked for.
class StorageRates {
public:
  explicit StorageRates(const catalog::Catalog& catalog);

  const StorageRead& of(catalog::InstanceId instance);

private:
  const std::vector<catalog::StoragePerformanceRow>& rows_of(catalog::ProviderId provider);

  const catalog::Catalog* catalog_;
  core::BytesPerSecond least_{0};
  double kept_share_ = 0;
  std::vector<std::optional<std::vector<catalog::StoragePerformanceRow>>> rows_;
  std::vector<std::optional<StorageRead>> reads_;
};

} // namespace gpuplan::plan
