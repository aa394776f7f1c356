#include "sizing/coefficients.hpp"
#include "support/catch.hpp"
#include "support/memory_calibration.hpp"

#include <cmath>
#include <set>

using namespace gpuplan;
using sizing::bind_coefficients;

namespace {

std::optional<double> all_ones(std::string_view /*key*/) {
  return 1.0;
}

} // namespace

TEST_CASE("every coefficient has one key of its own", "[sizing]") {
  std::set<std::string_view> keys;
  for (const auto& binding : sizing::coefficient_bindings()) {
    CHECK(binding.key.substr(0, 7) == "memory.");
    CHECK(keys.insert(binding.key).second);
  }
  sizing::MemoryCoefficients bound;
  for (const auto& binding : sizing::coefficient_bindings())
    bound.*binding.member += 1;
  for (const auto& binding : sizing::coefficient_bindings())
    CHECK(bound.*binding.member == 1.0);
}

TEST_CASE("the shipped calibration has every coefficient", "[sizing]") {
  const auto values = test::shipped_coefficients();
  for (const auto& binding : sizing::coefficient_bindings()) {
    INFO(binding.key);
    CHECK(values.count(std::string(binding.key)) == 1);
  }
}

TEST_CASE("a missing coefficient is an error that names its key, and all are reported",
          "[sizing]") {
  core::DiagnosticSink sink;
  const auto lookup = [](std::string_view key) -> std::optional<double> {
    if (key == "memory.logits.hf" || key == "memory.verdict.fits")
      return std::nullopt;
    return 1.0;
  };
  CHECK_FALSE(bind_coefficients(lookup, sink));
  REQUIRE(sink.error_count() == 2);
  CHECK(sink.diagnostics()[0].code == "SIZ001");
  CHECK_THAT(sink.diagnostics()[0].headline, ContainsSubstring("memory.logits.hf"));
  CHECK_THAT(sink.diagnostics()[1].headline, ContainsSubstring("memory.verdict.fits"));
}

TEST_CASE("a coefficient that is no number of zero or more is an error", "[sizing]") {
  const double bad = GENERATE(-0.5, std::nan(""), HUGE_VAL);
  core::DiagnosticSink sink;
  const auto lookup = [bad](std::string_view key) -> std::optional<double> {
    return key == "memory.reserve.slack" ? bad : 1.0;
  };
  CHECK_FALSE(bind_coefficients(lookup, sink));
  REQUIRE(sink.error_count() == 1);
  CHECK(sink.diagnostics()[0].code == "SIZ002");
}

TEST_CASE("a model is made from any source of coefficients", "[sizing]") {
  core::DiagnosticSink sink;
  const auto model = sizing::MemoryModel::from(all_ones, sink);
  REQUIRE(model);
  CHECK(model->coefficients().kv_growth == 1.0);
  CHECK_FALSE(
      sizing::MemoryModel::from([](std::string_view) { return std::optional<double>{}; }, sink));
}

TEST_CASE("a verdict has the bounds of the calibration, inclusive", "[sizing]") {
  const auto& model = test::shipped_memory_model();
  const core::Known<core::Bytes> usable{core::gib(100)};
  CHECK(model.judge(core::gib(88), usable) == sizing::Fit::fits);
  CHECK(model.judge(core::gib(88.01), usable) == sizing::Fit::tight);
  CHECK(model.judge(core::gib(100), usable) == sizing::Fit::tight);
  CHECK(model.judge(core::gib(100.01), usable) == sizing::Fit::may_fit);
  CHECK(model.judge(core::gib(105), usable) == sizing::Fit::may_fit);
  CHECK(model.judge(core::gib(105.01), usable) == sizing::Fit::does_not_fit);
  CHECK(model.judge(core::gib(1), core::Unknown{"no size"}) == sizing::Fit::unknown);
}
