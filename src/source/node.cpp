#include "source/node.hpp"

namespace gpuplan::source {

const Node* Node::find(std::string_view key) const {
  for (const auto& [name, value] : entries) {
    if (name.text == key)
      return &value;
  }
  return nullptr;
}

} // namespace gpuplan::source
