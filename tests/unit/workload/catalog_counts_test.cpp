#include "support/catch.hpp"
#include "unit/workload/model_files.hpp"
#include "workload/model/record_architecture.hpp"

#include <cmath>

using namespace gpuplan;

TEST_CASE("every language model of the catalog is of a known family", "[workload]") {
  for (const auto& record : test::ModelFiles::shipped().models().language) {
    CAPTURE(record.id, record.family);
    CHECK(workload::architecture_of(record).has_value());
  }
}

TEST_CASE("exact published counts are met within 0.05 %", "[workload]") {
  int exact = 0;
  for (const auto& record : test::ModelFiles::shipped().models().language) {
    if (record.params_source != "exact")
      continue;
    ++exact;
    const auto architecture = workload::architecture_of(record);
    REQUIRE(architecture.has_value());
    const auto published = static_cast<double>(*record.params_total);
    const double off = static_cast<double>(architecture->params.total) / published - 1;
    CAPTURE(record.id, architecture->params.total, *record.params_total);
    CHECK(std::abs(off) < 0.0005);
  }
  CHECK(exact >= 137);
}

TEST_CASE("rounded and nominal counts are met within 7 %", "[workload]") {
  for (const auto& record : test::ModelFiles::shipped().models().language) {
    if (record.params_source == "exact")
      continue;
    const auto architecture = workload::architecture_of(record);
    REQUIRE(architecture.has_value());
    const auto published = static_cast<double>(*record.params_total);
    const double off = static_cast<double>(architecture->params.total) / published - 1;
    CAPTURE(record.id, architecture->params.total, *record.params_total);
    CHECK(std::abs(off) < 0.07);
  }
}
