#pragma once

#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace gpuplan::catalog {

/// Keeps texts alive, each once; what it hands out stays valid as long as the pool.
class TextPool {
public:
  std::string_view keep(std::string_view text);

private:
  char* room_for(std::size_t size);

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
  char* next_ = nullptr;
  std::unordered_set<std::string_view> known_;
};

} // namespace gpuplan::catalog
