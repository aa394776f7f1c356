#include "catalog/builder/text_pool.hpp"

#include <algorithm>
#include <cstring>

namespace gpuplan::catalog {

std::string_view TextPool::keep(std::string_view text) {
  if (text.empty())
    return {};
  if (const auto found = known_.find(text); found != known_.end())
    return *found;
  char* room = room_for(text.size());
  std::memcpy(room, text.data(), text.size());
  return *known_.emplace(room, text.size()).first;
}

char* TextPool::room_for(std::size_t size) {
  constexpr std::size_t k_block = std::size_t{64} << 10U;
  if (size > block_left_) {
    const auto block = std::max(size, k_block);
    blocks_.push_back(std::make_unique<char[]>(block));
    next_ = blocks_.back().get();
    block_left_ = block;
  }
  char* room = next_;
  next_ += size;
  block_left_ -= size;
  return room;
}

} // namespace gpuplan::catalog
