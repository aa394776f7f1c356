#pragma once

#include "catalog/catalog.hpp"
#include "plan/recommendation.hpp"

#include <map>
#include <string>
#include <string_view>

namespace gpuplan::plan {

/// Counts offers that were left out, by reason, and remembers the nearest miss of each: of those
/// whose price counts today, else of all, the one with the smallest `distance` (how far the
/// deciding figure lies beyond its limit); the first of equals.
class Exclusions {
public:
  struct Entry {
    std::uint64_t count = 0;
    double distance = 0;
    bool current = false; ///< whether the nearest miss has a price that counts today
    std::uint32_t offer = 0;
    std::int32_t nodes = 1;
    std::string summary; ///< of the nearest miss, in the rule's words
    double least = 0;    ///< least value of the reason's own figure (break-even hours, a price)
    bool has_least = false;
  };

  struct Miss {
    catalog::OfferId offer;
    std::int32_t nodes = 1;
    double distance = 0;
  };

  /// One offer left out. Whether its price counts today is asked, and the text made, only where
  /// this may be the nearest miss so far.
  template <class Current, class Summary>
  void add(std::string_view reason, const Miss& miss, Current&& is_current, Summary&& summary) {
    Entry& entry = at(reason);
    const bool first = entry.count++ == 0;
    const bool nearer = first || miss.distance < entry.distance;
    if (entry.current && !nearer)
      return;
    const bool current = is_current();
    if (current == entry.current ? !nearer : !current)
      return;
    entry.current = current;
    entry.distance = miss.distance;
    entry.offer = miss.offer.index;
    entry.nodes = miss.nodes;
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
