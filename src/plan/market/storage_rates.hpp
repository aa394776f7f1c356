#pragma once

#include "catalog/catalog.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace gpuplan::plan {

/// What is taken where sources say nothing: `data.*` of the settings.
struct StorageDefaults {
  core::BytesPerSecond least{0};      ///< what any storage gives a machine
  core::BytesPerSecond drive_read{0}; ///< what a local NVMe drive reads
  core::Bytes drive_size{0};          ///< the largest such drive
  double kept_share = 0;              ///< of host memory that keeps data
};

/// What storage gives one machine, as far as sources say, in bytes and bytes a second.
///
/// Data lies where it is billed: in object storage. It is read from there at the rate a source
/// states for objects on that size of machine (`object` rows). What the volumes of a machine
/// deliver together (`block_instance_cap`) is no such rate: no volume is rented. Without a stated
/// rate objects come no slower than any storage does and no faster than the network; between the
/// two the rate is unknown.
///
/// Local disks are empty when a machine is rented. What fits on them is copied there as it is first
/// read, and read from them afterwards. Where no source states their rate, it is that of the fewest
/// drives of which a size that large is made, each at the lower end of what drives read.
struct StorageRead {
  core::Known<core::BytesPerSecond> local;   ///< its own disks, together
  core::Known<core::Bytes> local_size;       ///< of these disks
  bool local_assumed = false;                ///< their rate, from their size alone
  core::Known<core::BytesPerSecond> remote;  ///< objects
  core::Known<core::BytesPerSecond> network; ///< Ethernet of a host: nothing remote comes faster
  core::BytesPerSecond least{0};             ///< what any storage gives, an assumption
  core::Known<core::Bytes> kept;             ///< host memory that keeps data once it was read

  /// The rate at which `hosts` hosts read their shares of the data from where it lies. Where none
  /// is stated, what any storage gives stands for it if that is enough, and the network if even
  /// that is not; in between it is unknown.
  [[nodiscard]] core::Known<core::BytesPerSecond> rate_for(core::BytesPerSecond needed,
                                                           double hosts) const;

  /// The rate they surely read it at: stated, else the least of any storage.
  [[nodiscard]] core::BytesPerSecond sure_rate(double hosts) const {
    return remote ? *remote * hosts : rate_at_least(hosts);
  }

  /// The least of what `hosts` hosts read, whatever their storage is.
  [[nodiscard]] core::BytesPerSecond rate_at_least(double hosts) const;

  /// Whether each machine keeps a data set of that size in its memory, so that storage feeds the
  /// first epoch alone. Every epoch deals the samples anew, so a machine meets all of them.
  [[nodiscard]] bool keeps(core::Bytes data) const { return kept && data <= *kept; }

  /// Whether each machine keeps it on its disks, by the same rule, and reads it faster from there.
  [[nodiscard]] bool keeps_on_disk(core::Bytes data) const {
    return local && local_size && data <= *local_size && (!remote || *remote < *local);
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
  StorageDefaults defaults_;
  std::vector<std::optional<std::vector<catalog::StoragePerformanceRow>>> rows_;
  std::vector<std::optional<StorageRead>> reads_;
};

} // namespace gpuplan::plan
