#include "workload/keys/key_names.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gpuplan::workload {
namespace {

/// A name in one spelling: `--batch-size` and `batch_sizes` are both `batch_size`.
std::string plain_name(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  auto plain = core::lower(name);
  std::ranges::replace(plain, '-', '_');
  if (plain.size() > 1 && plain.ends_with('s'))
    plain.pop_back();
  return plain;
}

/// What a key is known by: the last part of its path first, then its flags. A flag of one letter
/// says nothing in a file.
std::vector<std::string> names_of(const Key& key) {
  std::vector<std::string> names{plain_name(key.path.substr(key.path.rfind('.') + 1))};
  const auto add = [&](std::string_view flag) {
    if (flag.starts_with("--"))
      names.push_back(plain_name(flag));
  };
  add(key.flag);
  auto rest = key.aliases;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(' '), rest.size());
    add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

} // namespace

const Key* key_named(std::string_view name) {
  const auto wanted = plain_name(name);
  for (const auto& key : keys()) {
    const auto names = names_of(key);
    if (std::ranges::find(names, wanted) != names.end())
      return &key;
  }
  return nullptr;
}

const Key* key_near(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& key : keys()) {
    const auto own = names_of(key);
    names.insert(names.end(), own.begin(), own.end());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto near = core::nearest(plain_name(name), views);
  return near ? key_named(*near) : nullptr;
}

} // namespace gpuplan::workload
