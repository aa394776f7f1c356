#include "output/records.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace gpuplan;
using namespace gpuplan::output;

namespace {

Records sample() {
  Records records{{{"id", "id"},
                   {"params_total", "parameters", Align::right},
                   {"gpu_count", "devices", Align::right},
                   {"price_hourly", "price", Align::right},
                   {"hidden", ""}}};
  records.add({text_datum("owl"),
               whole_datum(8'030'261'248),
               number_datum(0.5, "1/2"),
               known_datum(core::Known<core::Money>{*core::Money::parse("3.67", {})}),
               text_datum("for machines")});
  records.add({text_datum("jay"),
               known_datum(core::Known<std::int64_t>{}),
               known_datum(core::Known<double>{}),
               known_datum(core::Known<core::Money>{}),
               unknown_datum()});
  return records;
}

} // namespace

TEST_CASE("records are numbers with null for machines", "[output][records]") {
  const auto json = sample().json();
  CHECK(json[0]["params_total"].is_number_integer());
  CHECK(json[0]["params_total"] == 8'030'261'248);
  CHECK(json[0]["gpu_count"] == 0.5);
  CHECK(json[0]["price_hourly"] == "3.67"); // money is decimal text, exact
  CHECK(json[1]["params_total"].is_null());
  CHECK(json[1]["gpu_count"].is_null());
  CHECK(json[1]["price_hourly"].is_null());
  CHECK(sample().csv() == "id,params_total,gpu_count,price_hourly,hidden\n"
                          "owl,8030261248,0.5,3.67,for machines\n"
                          "jay,,,,\n");
}

TEST_CASE("records are figures to read for people", "[output][records]") {
  CHECK(sample().table().text(0, Colour::off) == "id      parameters  devices  price\n"
                                                 "owl  8,030,261,248      1/2   3.67\n"
                                                 "jay              ?        ?      ?\n");
}
