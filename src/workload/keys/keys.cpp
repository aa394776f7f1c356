#include "workload/keys/keys.hpp"

#include "workload/keys/choice_keys.hpp"
#include "workload/keys/job_keys.hpp"
#include "workload/keys/serving_keys.hpp"

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

using std::string_view;

/// Every key, in the order in which help and messages tell them.
constexpr auto k_keys = [] {
  std::array<Key,
             key_rows::k_job_keys.size() + key_rows::k_serving_keys.size() +
                 key_rows::k_choice_keys.size()>
      all{};
  std::size_t next = 0;
  const auto add = [&](const auto& rows) {
    for (const Key& row : rows)
      all[next++] = row;
  };
  add(key_rows::k_job_keys);
  add(key_rows::k_serving_keys);
  add(key_rows::k_choice_keys);
  return all;
}();

constexpr std::array<string_view, 15> k_kind_names{"text",
                                                   "word",
                                                   "count",
                                                   "whole number",
                                                   "number",
                                                   "memory",
                                                   "duration",
                                                   "duration",
                                                   "rate",
                                                   "money",
                                                   "true or false",
                                                   "list",
                                                   "image size",
                                                   "model",
                                                   "table"};

} // namespace

std::span<const Key> keys() {
  return k_keys;
}

const Key* find_key(std::string_view path) {
  const auto found = std::ranges::find(k_keys, path, &Key::path);
  if (found != k_keys.end())
    return &*found;
  const auto point = path.find('.');
  const auto owner = std::ranges::find(k_keys, path.substr(0, point), &Key::path);
  const bool is_entry =
      point != string_view::npos && owner != k_keys.end() && owner->kind == ValueKind::table;
  return is_entry ? &*owner : nullptr;
}

std::string_view to_string(ValueKind kind) {
  return k_kind_names[static_cast<std::size_t>(kind)];
}

} // namespace gpuplan::workload
