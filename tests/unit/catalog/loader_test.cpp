#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using test::Files;

namespace {

/// The headline and place of every diagnostic: `f.yaml:3:8 CAT006 met …`, with its help.
std::vector<std::string> faults(const core::DiagnosticSink& sink) {
  std::vector<std::string> lines;
  for (const auto& each : sink.diagnostics()) {
    auto line = each.at.file + ":" + std::to_string(each.at.line) + ":" +
                std::to_string(each.at.column) + " " + each.code + " " + each.headline;
    if (!each.help.empty())
      line += " | " + each.help;
    lines.push_back(line);
  }
  return lines;
}

const std::string k_price_header = "instance_type,region,option,price_hourly,currency\n";

} // namespace

TEST_CASE("every fault of all files is reported at its place", "[catalog][loader]") {
  Files files{{{"c/chips.yaml",
                "accelerators:\n"
                "  - id: x1\n"
                "    vendor: V\n"
                "    name: X1\n"
                "    memory_gb: 16\n"
                "    tflops: {bf16: 300, fp16: lots}\n"
                "    generation: hoper\n"},
               {"c/providers/p/provider.yaml", "provider: q\nname: P\n"},
               {"c/providers/p/instances.yaml",
                "instances:\n"
                "  - type: a\n"
                "    accelerator: x2\n"
                "    devices: eight\n"}}};
  CHECK_FALSE(files.alone("c").has_value());
  const auto lines = faults(files.sink);
  CAPTURE(lines);
  const auto has = [&](const std::string& text) {
    return std::ranges::any_of(lines, [&](const auto& line) { return line == text; });
  };
  CHECK(
      has("c/chips.yaml:5:5 SRC031 met the unknown key memory_gb in an accelerator | did you mean "
          "memory_gib?"));
  CHECK(has("c/chips.yaml:6:31 SRC033 met lots for fp16, expected a number"));
  CHECK(std::ranges::any_of(lines, [](const auto& line) {
    return line.starts_with("c/chips.yaml:7:17 SRC035 met hoper for generation") &&
           line.ends_with("did you mean hopper?");
  }));
  CHECK(has("c/providers/p/provider.yaml:1:11 CAT013 met the provider q in the folder of p | the "
            "folder's name is the provider's id"));
  CHECK(
      has("c/providers/p/instances.yaml:4:14 CAT015 met eight for devices, expected a whole number "
          "or a ratio | a slice is written as the share of one device, such as 1/4"));
  CHECK(
      has("c/providers/p/instances.yaml:2:5 CAT006 met the unknown provider p | did you mean q?") ==
      false);
}

TEST_CASE("names that exist nowhere get the nearest that does", "[catalog][loader]") {
  Files files{{{"c/chips.yaml", "accelerators:\n  - {id: falcon1, vendor: V, name: Falcon}\n"},
               {"c/regions.yaml",
                "regions:\n  - {provider: pine, region: north-1}\n"
                "  - {provider: pin, region: north-2}\n"},
               {"c/providers/pine/provider.yaml", "provider: pine\nname: Pine\n"},
               {"c/providers/pine/instances.yaml",
                "instances:\n"
                "  - {type: big.8, accelerator: falcon1, devices: 8}\n"
                "  - {type: big.4, accelerator: falcn1, devices: 4}\n"},
               {"c/providers/pine/prices.csv",
                k_price_header + "big.8,north-1,on-demand,8.00,USD\n" +
                    "big.9,north-1,on-demand,9.00,USD\n" + "big.8,nort-1,on-demand,8.00,USD\n"}}};
  CHECK_FALSE(files.alone("c").has_value());
  CHECK(faults(files.sink) ==
        std::vector<std::string>{
            "c/providers/pine/instances.yaml:3:32 CAT006 met the unknown accelerator falcn1 | did "
            "you "
            "mean falcon1?",
            "c/regions.yaml:3:16 CAT006 met the unknown provider pin | did you mean pine?",
            "c/providers/pine/prices.csv:3:1 CAT006 met the unknown instance type big.9 | did you "
            "mean "
            "big.8?",
            "c/providers/pine/prices.csv:4:7 CAT006 met the unknown region nort-1 | did you mean "
            "north-1?"});
}

TEST_CASE("an alias that several chips share names none of them in a row", "[catalog][loader]") {
  Files files{{{"a.yaml",
                "provider: nimbus\ninstances:\n  - {type: new.1, accelerator: K1-80GB, "
                "devices: 1}\n"}}};
  CHECK_FALSE(files.over_tiny({"a.yaml"}).has_value());
  CHECK(
      faults(files.sink) ==
      std::vector<std::string>{"a.yaml:3:32 CAT006 met K1-80GB, which names 2 accelerators | write "
                               "one of k1-pcie-80gb, k1-sxm-80gb"});
}

TEST_CASE("a price cell is exact or a fault", "[catalog][loader]") {
  struct Case {
    const char* row;
    const char* fault;
  };

  const auto [row, fault] = GENERATE(values<Case>({
      {"f5.1,east-1,on-demand,-1,USD", "met -1 for price_hourly"},
      {"f5.1,east-1,on-demand,1e3,USD", "met 1e3 for price_hourly"},
      {"f5.1,east-1,on-demand,\"1,5\",USD", "met 1,5 for price_hourly"},
      {"f5.1,east-1,on-demand,$1,USD", "met $1 for price_hourly"},
      {"f5.1,east-1,on-demand,1,dollars", "met dollars for currency"},
      {"f5.1,east-1,on-demand,1,", "met nothing for currency"},
      {"f5.1,east-1,ondemand,1,USD", "met ondemand for option"},
  }));
  CAPTURE(row);
  Files files{{{"providers/nimbus/p.csv", k_price_header + row + "\n"}}};
  CHECK_FALSE(files.over_tiny({"providers/nimbus/p.csv"}).has_value());
  REQUIRE(files.sink.diagnostics().size() == 1);
  CHECK_THAT(files.sink.diagnostics().front().headline, ContainsSubstring(fault));
  CHECK(files.sink.diagnostics().front().at.line == 2);
}

TEST_CASE("a table says which column it does not know or misses", "[catalog][loader]") {
  Files files{
      {{"providers/nimbus/p.csv",
        "instance_type,region,option,price_hourly,curency,zone\nf5.1,east-1,spot,1,USD,\n"}}};
  CHECK_FALSE(files.over_tiny({"providers/nimbus/p.csv"}).has_value());
  CHECK(faults(files.sink) ==
        std::vector<std::string>{
            "providers/nimbus/p.csv:1:42 CAT001 met the unknown column curency in a price table | "
            "did "
            "you mean currency?",
            "providers/nimbus/p.csv:1:1 CAT002 met a price table without the column currency"});
}

TEST_CASE("all columns that a table misses are told at once", "[catalog][loader]") {
  Files files{{{"providers/nimbus/p.csv", "instance_type,price_hourly\nf5.1,1\n"}}};
  CHECK_FALSE(files.over_tiny({"providers/nimbus/p.csv"}).has_value());
  CHECK(faults(files.sink) ==
        std::vector<std::string>{"providers/nimbus/p.csv:1:1 CAT002 met a price table without the "
                                 "columns region, option, currency"});
}

TEST_CASE("a word that may be left out is offered in words", "[catalog][loader]") {
  Files files{{{"providers/nimbus/p.csv",
                "instance_type,region,option,price_hourly,currency,term\n"
                "f5.1,east-1,on-demand,1,USD,5y\n"}}};
  CHECK_FALSE(files.over_tiny({"providers/nimbus/p.csv"}).has_value());
  REQUIRE(faults(files.sink).size() == 1);
  CHECK_THAT(faults(files.sink).front(),
             ContainsSubstring("met 5y for term, expected nothing, 1y or 3y"));
}

TEST_CASE("a date and its kind agree", "[catalog][loader]") {
  const std::string header = "instance_type,region,option,price_hourly,currency,as_of,as_of_kind\n";
  const auto* row = GENERATE("f5.1,east-1,spot,1,USD,2026-02-30,exact",
                             "f5.1,east-1,spot,1,USD,,exact",
                             "f5.1,east-1,spot,1,USD,2026-02-01,unknown",
                             "f5.1,east-1,spot,1,USD,2026-02-01,about");
  CAPTURE(row);
  Files files{{{"providers/nimbus/p.csv", header + row + "\n"}}};
  CHECK_FALSE(files.over_tiny({"providers/nimbus/p.csv"}).has_value());
  CHECK(files.sink.error_count() == 1);
}

TEST_CASE("a file of no known kind says what it could be", "[catalog][loader]") {
  Files yaml{{{"o.yaml", "acelerators: []\n"}}};
  CHECK_FALSE(yaml.over_tiny({"o.yaml"}).has_value());
  CHECK(
      faults(yaml.sink) ==
      std::vector<std::string>{"o.yaml:1:1 CAT005 met the key acelerators, which heads no kind of "
                               "catalog file | did you mean accelerators?"});
  Files csv{{{"o.csv", "a,b\n1,2\n"}}};
  CHECK_FALSE(csv.over_tiny({"o.csv"}).has_value());
  REQUIRE(csv.sink.diagnostics().size() == 1);
  CHECK(csv.sink.diagnostics().front().code == "CAT005");
}

TEST_CASE("a key that stands twice in one layer is a fault with both places", "[catalog][loader]") {
  Files files{{{"c/a.yaml", "accelerators:\n  - {id: x1, vendor: V, name: X1}\n"},
               {"c/b.yaml", "accelerators:\n  - {id: X1, vendor: V, name: X one}\n"}}};
  CHECK_FALSE(files.alone("c").has_value());
  REQUIRE(files.sink.diagnostics().size() == 1);
  const auto& fault = files.sink.diagnostics().front();
  CHECK(fault.code == "CAT010");
  CHECK(fault.at.file == "c/b.yaml");
  REQUIRE(fault.labels.size() == 1);
  CHECK(fault.labels.front().span.file == "c/a.yaml");
}

TEST_CASE("devices and accelerator come together", "[catalog][loader]") {
  const auto* row =
      GENERATE("{type: x, devices: 4}", "{type: x, accelerator: f5-24gb, devices: 0}");
  CAPTURE(row);
  Files files{{{"o.yaml", std::string{"provider: nimbus\ninstances:\n  - "} + row + "\n"}}};
  CHECK_FALSE(files.over_tiny({"o.yaml"}).has_value());
  REQUIRE(files.sink.diagnostics().size() == 1);
  CHECK(files.sink.diagnostics().front().code == "CAT016");
}
