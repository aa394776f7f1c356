#pragma once

#include "cli/environment.hpp"
#include "cli/run.hpp"
#include "support/scratch_folder.hpp"
#include "support/world.hpp"

#include "gpuplan/gpuplan.hpp"

#include <cstdio>

namespace gpuplan::test {

inline constexpr Day k_day{std::chrono::year{2026} / 11 / 30};

/// Writes an invented market; the folder to lay over the catalog.
inline std::string write_world(const ScratchFolder& folder, const World& world) {
  for (const auto& [name, bytes] : files_of(world))
    static_cast<void>(folder.write(name, bytes));
  return folder.path() + "/world";
}

/// All diagnostics of a result as people see them.
template <class T>
std::string rendered(const Result<T>& result) {
  std::string text;
  for (const auto& diagnostic : result.diagnostics())
    text += diagnostic.text;
  return text;
}

/// The value of a result that must have one.
template <class T>
T value_of(Result<T> result) {
  INFO(rendered(result));
  REQUIRE(result.has_value());
  return *std::move(result);
}

/// The catalog with an invented market over it.
inline Catalog catalog_with(const World& world) {
  const ScratchFolder folder;
  return value_of(Catalog::load({write_world(folder, world)}));
}

/// A fine-tune on what the invented provider sells.
inline Job job_at_alba() {
  return {.keys = {{"model", "llama-3.1-8b"},
                   {"data.tokens", "50M"},
                   {"constraints.providers", "alba"}}};
}

/// What the program prints for these arguments.
inline std::string printed_by_program(std::vector<std::string> arguments) {
  std::FILE* output = std::tmpfile();
  std::FILE* error = std::tmpfile();
  const cli::Environment environment{.arguments = std::move(arguments),
                                     .variable = [](const std::string&) { return std::nullopt; },
                                     .today = k_day,
                                     .output = output,
                                     .error = error};
  cli::run(environment);
  std::string text(static_cast<std::size_t>(std::ftell(output)), '\0');
  std::rewind(output);
  REQUIRE(std::fread(text.data(), 1, text.size(), output) == text.size());
  std::fclose(output);
  std::fclose(error);
  return text;
}

} // namespace gpuplan::test
