#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace gpuplan::core {

/// A dense index into one table of one catalog. Ids of different tables do not mix.
template <class Tag>
struct Id {
  std::uint32_t index = 0;
  friend constexpr auto operator<=>(Id, Id) = default;
};

} // namespace gpuplan::core

template <class Tag>
struct std::hash<gpuplan::core::Id<Tag>> {
  std::size_t operator()(gpuplan::core::Id<Tag> id) const noexcept { return id.index; }
};
