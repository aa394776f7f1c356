#pragma once

#include "catalog/catalog.hpp"
#include "plan/recommendation.hpp"

#include <map>
#include <string>
#include <string_view>

namespace gpuplan::plan {

/// Counts offers that were left out, by reason, and remembers the nearest miss of each: the one
/// with the smallest `distance` (how far the deciding figure lies beyond its limit), ties by name.
class Exclusions {
public:
  struct Entry {
    std::uint64_t count = 0;
    double distance = 0;
    std::uint32_t offer = 0;
    std::int32_t nodes = 1;
    std::string summary; ///< of the nearest miss, in the rule's words
    double least = 0;    ///< least value of the reason's own figure (break-even hours, a price)
    bool has_least = false;
  };

  /// One offer left out. The text is made only where this is the nearest miss so far.
  template <class Summary>
  void add(std::string_view reason,
           catalog::OfferId offer,
           std::int32_t nodes,
           double distance,
           Summary&& summary) {
    Entry& entry = at(reason);
    const bool first = entry.count++ == 0;
    if (!first && !(distance < entry.distance))
      return;
    entry.distance = distance;
    entry.offer = offer.index;
    entry.nodes = nodes;
    entry.summary = std::forward<Summary>(summary)();
  }

  void note_least(std::string_view reason, double value) {
    Entry& entry = at(reason);
    if (entry.has_least && entry.least <= value)
      return;
    entry.least = value;
    entry.has_least = true;
  }

  [[nodiscard]] const std::map<std::string, Entry, std::less<>>& entries() const {
    return entries_;
  }

private:
  Entry& at(std::string_view reason) {
    const auto found = entries_.find(reason);
    if (found != entries_.end())
      return found->second;
    return entries_.emplace(reason, Entry{}).first->second;
  }

  std::map<std::string, Entry, std::less<>> entries_;
};

} // namespace gpuplan::plan
