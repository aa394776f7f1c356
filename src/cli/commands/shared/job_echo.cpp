#include "cli/commands/shared/job_options.hpp"
#include "workload/keys/keys.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {

std::string shell_word(const std::string& word) {
  constexpr std::string_view k_plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+";
  if (!word.empty() && word.find_first_not_of(k_plain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word)
    quoted += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return quoted + "'";
}

std::string JobOptions::echo() const {
  std::string text;
  if (const auto named = file() ? file() : saved_answer())
    text += " --from " + shell_word(*named);
  for (const auto& override : overrides()) {
    if (override.key == "on")
      continue;
    const auto* key = workload::find_key(override.key);
    if (override.origin.starts_with("--set")) {
      text += " --set " + shell_word(override.key + "=" + override.value);
    } else if (key != nullptr && key->kind == workload::ValueKind::table) {
      text += fmt::format(
          " {} {}", key->flag, shell_word(override.origin.substr(key->flag.size() + 1)));
    } else if (key != nullptr) {
      text += fmt::format(" {} {}", key->flag, shell_word(override.value));
    }
  }
  for (const auto& rule : rules_)
    text += " --rules " + shell_word(rule);
  for (const auto& rate : rates_)
    text += " --fx " + shell_word(rate);
  if (!currency_.empty())
    text += " --currency " + currency_;
  return text.empty() ? text : text.substr(1);
}

} // namespace gpuplan::cli::commands
