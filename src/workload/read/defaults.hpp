#pragma once

#include "catalog/catalog.hpp"
#include "core/diagnostic.hpp"
#include "core/unit_text.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::workload {

/// The catalog's defaults (catalogs/defaults.yaml and overlays), by key. One that is missing or
/// cannot be read is an error (code WRK050), reported once, and answers nothing.
class Defaults {
public:
  Defaults(std::span<const catalog::Setting> settings, core::DiagnosticSink& sink)
      : settings_(settings),
        sink_(sink) {}

  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }

  /// The key of a group whose last part is the longest begin of a name; nothing where none is.
  [[nodiscard]] std::optional<std::string> key_for(std::string_view group,
                                                   std::string_view name) const;

  std::string_view text(std::string_view key);
  std::string_view why(std::string_view key);
  double count(std::string_view key); ///< `50M`
  double bytes(std::string_view key); ///< `115kB`
  double hours(std::string_view key); ///< `10min`
  bool boolean(std::string_view key);

private:
  [[nodiscard]] const catalog::Setting* find(std::string_view key) const;
  const catalog::Setting* require(std::string_view key);
  double quantity(std::string_view key, core::Dimension dimension);
  void fault(std::string_view key, std::string headline);

  std::span<const catalog::Setting> settings_;
  core::DiagnosticSink& sink_;
  std::vector<std::string> reported_;
};

} // namespace gpuplan::workload
