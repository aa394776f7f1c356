#pragma once

#include "cost/prepared_use.hpp"
#include "plan/explore/shape_search.hpp"
#include "plan/market/data_loading.hpp"
#include "plan/search_result.hpp"

#include <cstdint>
#include <deque>
#include <tuple>

namespace gpuplan::plan {

/// The setups of a shape as the storage of a machine lets them run. Sizes of one shape differ in
/// storage, so a setup is explored without it and slowed down here, once for every rate that is too
/// low for it.
class FedSetups {
public:
  FedSetups(const SearchInput& input, SearchResult& result);

  /// The setups that follow are of this shape, which outlives them.
  void begin(const ExploredShape& shape);

  /// How many the shape has.
  [[nodiscard]] std::size_t size() const { return uses_.size(); }

  /// A setup on a machine.
  struct Fed {
    std::uint32_t setup = 0; ///< of those of the search
    const cost::PreparedUse* use = nullptr;
    std::uint32_t marks = 0;
    const facts::Rule* failed = nullptr; ///< a rule of a setup that only fails so slowed
    core::Known<double> loading_ratio;
  };

  /// The one of this place on machines of a size.
  Fed on(catalog::InstanceId instance, std::size_t place);

  /// The use of machines by the first, for what is the same for all.
  [[nodiscard]] const cost::Usage& first_use() const { return uses_.front().usage; }

private:
  /// Rate, share of the steps that read at it, and rate of the others (0: no disk keeps the data).
  using Read = std::tuple<double, double, double>;

  struct Slowed {
    std::uint32_t unslowed = 0;
    Read read;
    std::uint32_t setup = 0;
    cost::PreparedUse use;
    const facts::Rule* failed = nullptr;
  };

  const Slowed& slowed(std::uint32_t index, const perf::DataFeed& feed);
  [[nodiscard]] cost::PreparedUse use_of(std::uint32_t index) const;

  const SearchInput& input_;
  SearchResult& result_;
  StorageRates storage_;
  CandidateFacts facts_;
  const ExploredShape* shape_ = nullptr;
  std::vector<cost::PreparedUse> uses_; ///< beside the setups of the shape
  std::deque<Slowed> slowed_;           ///< of the shape
};

} // namespace gpuplan::plan
