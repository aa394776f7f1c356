#include "plan/market/unknown_name.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <string>

namespace gpuplan::plan {

void unknown_name(core::DiagnosticSink& sink,
                  std::string_view what,
                  std::string_view name,
                  std::span<const std::string_view> valid,
                  std::string_view more) {
  const auto meant = core::nearest(name, valid);
  sink.report({.code = "PLN001",
               .headline = fmt::format("met {}, no {} of the catalog", name, what),
               .help = meant ? fmt::format("did you mean {}?", *meant) : std::string(more)});
}

} // namespace gpuplan::plan
