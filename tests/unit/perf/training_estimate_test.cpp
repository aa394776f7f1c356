// What an estimate says beside its time: unknowns, ranges, goodput, data loading, hosts alone.

#include "perf/training_explain.hpp"
#include "perf/training_query.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

#include <algorithm>
#include <optional>

using namespace gpuplan;
using perf::TimePart;
using workload::Layout;
using workload::Sharding;

namespace {

struct Machine {
  catalog::Accelerator chip = test::round_chip();
  catalog::Shape shape = test::round_shape();

  [[nodiscard]] perf::Topology nodes(std::int32_t count) const {
    return {.accelerator = &chip, .shape = &shape, .nodes = count};
  }
};

Layout data_parallel(std::int32_t devices) {
  Layout layout;
  layout.data = devices;
  return layout;
}

bool names(std::string_view reason, std::string_view fact) {
  return reason.find(fact) != std::string_view::npos;
}

workload::Demand tiny_on_hosts() {
  auto demand = test::small_decoder();
  demand.training.compute = catalog::NumberFormat::fp32;
  demand.training.sequence = 100;
  demand.training.flops_per_unit = 1e9;
  demand.training.units_total = 0;
  return demand;
}

} // namespace

TEST_CASE("an unknown network speed makes a job over several nodes unknown",
          "[perf][training][unknown]") {
  Machine machine;
  machine.shape.network = {};
  const auto demand = test::small_decoder();
  CHECK(test::shipped_training_model().estimate(demand, data_parallel(8), machine.nodes(1)));
  const auto unknown =
      test::shipped_training_model().estimate(demand, data_parallel(16), machine.nodes(2));
  CHECK_FALSE(unknown);
  CHECK(names(unknown.why_unknown(), "network_gbps"));
}

TEST_CASE("a rack of one domain needs no network", "[perf][training][unknown]") {
  Machine machine;
  machine.shape.network = {};
  machine.shape.devices = {4, 1};
  machine.shape.link_domain_devices = 72;
  const auto demand = test::small_decoder();
  CHECK(test::shipped_training_model().estimate(demand, data_parallel(64), machine.nodes(16)));
  CHECK_FALSE(
      test::shipped_training_model().estimate(demand, data_parallel(80), machine.nodes(20)));
}

TEST_CASE("what the chip does not state makes the estimate unknown with that reason",
          "[perf][training][unknown]") {
  const auto demand = test::small_decoder();
  const Layout layout = data_parallel(8);
  SECTION("memory bandwidth") {
    Machine machine;
    machine.chip.memory_bandwidth = {};
    const auto unknown = test::shipped_training_model().estimate(demand, layout, machine.nodes(1));
    CHECK_FALSE(unknown);
    CHECK(names(unknown.why_unknown(), "memory bandwidth"));
  }
  SECTION("rate of the number format") {
    Machine machine;
    machine.chip.rates = {};
    const auto unknown = test::shipped_training_model().estimate(demand, layout, machine.nodes(1));
    CHECK_FALSE(unknown);
    CHECK(names(unknown.why_unknown(), "not published"));
  }
  SECTION("link within the node, though one device alone needs none") {
    Machine machine;
    machine.shape.link_bidirectional = {};
    CHECK(test::shipped_training_model().estimate(demand, data_parallel(1), machine.nodes(1)));
    const auto unknown = test::shipped_training_model().estimate(demand, layout, machine.nodes(1));
    CHECK_FALSE(unknown);
    CHECK(names(unknown.why_unknown(), "link_gb_s"));
  }
  SECTION("PCIe, for an optimizer on the host") {
    Machine machine;
    machine.chip.pcie_generation = {};
    Layout offloaded = layout;
    offloaded.offload_optimizer = true;
    CHECK(test::shipped_training_model().estimate(demand, layout, machine.nodes(1)));
    CHECK_FALSE(test::shipped_training_model().estimate(demand, offloaded, machine.nodes(1)));
  }
}

TEST_CASE("an unmeasured chip is said to be one, in a wider range", "[perf][training][range]") {
  Machine measured;
  measured.chip.name = "h100-sxm5-80gb";
  Machine kin;
  kin.chip.name = "h100-of-another-name";
  Machine stranger = kin;
  stranger.chip.generation = "unheard-of";
  const auto demand = test::small_decoder();
  const auto of = [&](const Machine& machine) {
    return *test::shipped_training_model().estimate(demand, data_parallel(8), machine.nodes(1));
  };
  CHECK(of(measured).chip_measured);
  CHECK_FALSE(of(kin).chip_measured);
  CHECK_FALSE(of(stranger).chip_measured);
  CHECK(of(measured).factor_high == Approx(1.6));
  CHECK(of(kin).factor_high > of(measured).factor_high);
  CHECK(of(stranger).factor_high > of(kin).factor_high);
  CHECK(of(kin).factor_low == Approx(1 / of(kin).factor_high));
  CHECK(names(of(kin).band, "no measurement for this chip"));
}

TEST_CASE("an optimizer on the host costs its transfers and widens the range",
          "[perf][training][range]") {
  const Machine machine;
  auto layout = data_parallel(8);
  layout.sharding = Sharding::full;
  const auto plain =
      test::shipped_training_model().estimate(test::small_decoder(), layout, machine.nodes(1));
  layout.offload_optimizer = true;
  const auto offloaded =
      test::shipped_training_model().estimate(test::small_decoder(), layout, machine.nodes(1));
  // 4 B a parameter over an eighth of them, PCIe 5 at 0.3 of 64 GB/s, 8 devices: × 1.012.
  const double parameters = static_cast<double>(test::small_decoder().model.params.total);
  CHECK(offloaded->step.count() - plain->step.count() ==
        Approx(1.012 * 4 * parameters / 8 / (0.3 * 64e9)));
  CHECK(offloaded->factor_high > plain->factor_high);
}

TEST_CASE("goodput falls to that of long runs in a straight line", "[perf][training][goodput]") {
  const auto& c = test::shipped_training_model().coefficients();
  CHECK(perf::training_goodput(c, 0) == 1);
  CHECK(perf::training_goodput(c, 84) == Approx(0.95));
  CHECK(perf::training_goodput(c, 168) == Approx(0.9));
  CHECK(perf::training_goodput(c, 5000) == Approx(0.9));
}

TEST_CASE("loading shows only where storage cannot keep up", "[perf][training][loading]") {
  const Machine machine;
  const auto demand = test::image_network();
  auto layout = data_parallel(8);
  layout.micro_batch = 100;
  const perf::TrainingConditions slow{
      .feed = perf::DataFeed{.bytes_per_unit = 1e6, .rate = core::gb_per_s(0.1)}};
  const auto starved =
      test::shipped_training_model().estimate(demand, layout, machine.nodes(1), slow);
  CHECK(starved->step.count() == Approx(8.0)); // 800 MB at 0.1 GB/s
  CHECK(starved->units_per_s == Approx(100));
  CHECK(starved->bottleneck == TimePart::data_loading);
  const auto free = test::shipped_training_model().estimate(demand, layout, machine.nodes(1), {});
  CHECK(free->step.count() < 1);
  CHECK(starved->mfu == Approx(free->mfu * free->step.count() / 8));
  const double waiting = starved->parts[static_cast<std::size_t>(TimePart::data_loading)].count();
  CHECK(waiting == Approx(8 - free->step.count()));
  CHECK(perf::loading_ratio(*starved, *slow.feed) == Approx(8 / free->step.count()));
  CHECK(perf::loading_ratio(*free, *slow.feed) == Approx(8 / free->step.count()));
}

TEST_CASE("where memory keeps the data, the steps of the first epoch alone wait for it",
          "[perf][training][loading]") {
  const Machine machine;
  const auto demand = test::image_network();
  auto layout = data_parallel(8);
  layout.micro_batch = 100;
  perf::TrainingConditions slow{
      .feed = perf::DataFeed{.bytes_per_unit = 1e6, .rate = core::gb_per_s(0.1), .share = 0.001}};
  const auto kept = test::shipped_training_model().estimate(demand, layout, machine.nodes(1), slow);
  const auto free = test::shipped_training_model().estimate(demand, layout, machine.nodes(1), {});
  const double step = free->step.count();
  CHECK(kept->step.count() == Approx(0.999 * step + 0.001 * 8));
  CHECK(kept->bottleneck == free->bottleneck);
  CHECK(perf::loading_ratio(*kept, *slow.feed) == Approx(8 / step));
}

TEST_CASE("where local disks keep the data, later steps wait for these",
          "[perf][training][loading]") {
  const Machine machine;
  const auto demand = test::image_network();
  auto layout = data_parallel(8);
  layout.micro_batch = 100;
  const auto step = [&](const std::optional<perf::DataFeed>& feed) {
    return test::shipped_training_model().estimate(
        demand, layout, machine.nodes(1), {.feed = feed});
  };
  const auto free = step({});
  perf::DataFeed feed{.bytes_per_unit = 1e6,
                      .rate = core::gb_per_s(0.1),
                      .share = 0.25,
                      .kept_rate = core::gb_per_s(0.2)};
  const auto slow = step(feed);
  CHECK(slow->step.count() == Approx(0.25 * 8 + 0.75 * 4)); // 800 MB a step
  CHECK(slow->bottleneck == TimePart::data_loading);
  feed.kept_rate = core::gb_per_s(1e6);
  CHECK(step(feed)->step.count() == Approx(0.25 * 8 + 0.75 * free->step.count()));
  feed.rate = core::gb_per_s(1e6);
  feed.kept_rate = core::gb_per_s(0.2);
  CHECK(step(feed)->step.count() == Approx(0.25 * free->step.count() + 0.75 * 4));
}

TEST_CASE("storage a little too slow is the bottleneck all the same", "[perf][training][loading]") {
  const Machine machine;
  const auto demand = test::image_network();
  auto layout = data_parallel(8);
  layout.micro_batch = 100;
  const auto& model = test::shipped_training_model();
  const auto free = model.estimate(demand, layout, machine.nodes(1), {});
  const perf::DataFeed feed{.bytes_per_unit = 1e6,
                            .rate = core::BytesPerSecond{free->units_per_s * 1e6 / 1.1}};
  const auto slowed = model.fed(*free, demand, feed);
  CHECK(slowed.step.count() == Approx(1.1 * free->step.count()));
  CHECK(slowed.units_per_s == Approx(free->units_per_s / 1.1));
  CHECK(slowed.bottleneck == TimePart::data_loading);
  const perf::DataFeed enough{.bytes_per_unit = 1e6,
                              .rate = core::BytesPerSecond{free->units_per_s * 1e6 * 1.1}};
  CHECK(model.fed(*free, demand, enough).step == free->step);
}

TEST_CASE("a machine without accelerator computes with its vCPUs", "[perf][training][host]") {
  catalog::Shape host;
  host.devices = {0, 1};
  host.vcpus = 64;
  const auto demand = tiny_on_hosts();
  Layout layout;
  layout.micro_batch = 4;
  const perf::Topology topology{.accelerator = nullptr, .shape = &host, .nodes = 1};
  const auto estimate = test::shipped_training_model().estimate(demand, layout, topology);
  REQUIRE(estimate);
  // 4 samples × 100 tokens × 1 GFLOP over 64 × 20 GFLOP/s
  CHECK(estimate->step.count() == Approx(400.0 / 1280));
  CHECK(estimate->factor_high == Approx(3));
  CHECK(estimate->factor_low == Approx(1.0 / 3));
  CHECK_FALSE(estimate->chip_measured);
  host.cpu = catalog::CpuArchitecture::arm64;
  CHECK(test::shipped_training_model().estimate(demand, layout, topology)->step.count() ==
        Approx(400.0 / 640));
  host.vcpus = {};
  CHECK(names(test::shipped_training_model().estimate(demand, layout, topology).why_unknown(),
              "vcpus"));
}

TEST_CASE("several hosts need their network's speed", "[perf][training][host]") {
  catalog::Shape host;
  host.vcpus = 64;
  Layout layout;
  layout.data = 2;
  const perf::Topology topology{.accelerator = nullptr, .shape = &host, .nodes = 2};
  CHECK(names(
      test::shipped_training_model().estimate(tiny_on_hosts(), layout, topology).why_unknown(),
      "network_gbps"));
  host.network = core::gb_per_s(10);
  const auto estimate = test::shipped_training_model().estimate(tiny_on_hosts(), layout, topology);
  REQUIRE(estimate);
  CHECK(estimate->parts[static_cast<std::size_t>(TimePart::gradient_reduction)].count() > 0);
}

TEST_CASE("a step is explained by its arithmetic", "[perf][training][explain]") {
  const Machine machine;
  auto layout = data_parallel(16);
  layout.sharding = Sharding::full;
  const auto lines = perf::explain_training(
      test::shipped_training_model(), test::small_decoder(), layout, machine.nodes(2));
  REQUIRE(lines);
  const auto line = [&lines](std::string_view begin) -> std::string {
    for (const auto& each : *lines)
      if (each.rfind(begin, 0) == 0)
        return each;
    return {};
  };
  CHECK(names(line("compute"), "FLOP / (1000 TFLOP/s x 0.75 x generation 1.05 x software 0.92)"));
  CHECK(names(line("memory traffic"), "3000 GB/s"));
  CHECK(names(line("sharding"), "over 16 devices, 306 GB/s within 8 devices, 49 GB/s a device"));
  CHECK(names(line("optimizer"), "/ 16 shards"));
  CHECK(names(line("range"), "no measurement for this chip"));
  CHECK(line("tensor parallel").empty()); // takes no time, so it has no line
  CHECK(std::count_if(lines->begin(), lines->end(), [](const std::string& each) {
          return names(each, "<- longest");
        }) == 1);
}

namespace {

/// What `8 x 1.84e+14 FLOP / (989.4 TFLOP/s x 0.75 x chip 1.12)` comes to with the digits printed:
/// products and quotients from left to right, brackets first; words and units count for nothing.
double worked_out(std::string_view text) {
  double result = 1;
  double sum = 0;
  bool divides = false;
  while (!text.empty()) {
    const char c = text.front();
    if (c == '(') {
      const auto end = text.find(')');
      const double inner = worked_out(text.substr(1, end - 1));
      result = divides ? result / inner : result * inner;
      text.remove_prefix(end + 1);
      continue;
    }
    if (c >= '0' && c <= '9') {
      std::size_t used = 0;
      double number = std::stod(std::string(text), &used);
      const auto unit = text.substr(used);
      for (const auto& [name, factor] :
           {std::pair{" TFLOP/s", 1e12}, std::pair{" GB", 1e9}, std::pair{" ms", 1e-3}})
        number *= unit.rfind(name, 0) == 0 ? factor : 1;
      result = divides ? result / number : result * number;
      text.remove_prefix(used);
      continue;
    }
    if (c == '+') {
      sum += result;
      result = 1;
      divides = false;
    }
    const bool slash = c == '/' && text.rfind("/s", 0) != 0;
    divides = slash || (divides && c != 'x');
    text.remove_prefix(1);
  }
  return sum + result;
}

} // namespace

TEST_CASE("what an explanation prints multiplies out to the seconds it prints",
          "[perf][training][explain]") {
  const Machine machine;
  for (const auto sharding : {Sharding::none, Sharding::full}) {
    auto layout = data_parallel(16);
    layout.sharding = sharding;
    const auto lines = perf::explain_training(
        test::shipped_training_model(), test::small_decoder(), layout, machine.nodes(2));
    REQUIRE(lines);
    int equations = 0;
    for (const auto& line : *lines) {
      const auto percent = line.find(" %  ");
      const auto equals = line.find(" = ");
      if (percent == std::string::npos || equals == std::string::npos)
        continue;
      ++equations;
      INFO(line);
      const double seconds = std::stod(line.substr(19));
      const double alone = std::stod(line.substr(equals + 3));
      CHECK_THAT(worked_out(std::string_view(line).substr(percent + 4, equals - percent - 4)),
                 WithinRel(alone, 0.002));
      const auto counts = line.find(", x ", equals);
      const double factor = counts == std::string::npos ? 1 : std::stod(line.substr(counts + 4));
      CHECK_THAT(alone * factor, WithinRel(seconds, 0.002));
    }
    CHECK(equations >= 4);
    // Parts that run at once are told to do so.
    CHECK(std::any_of(lines->begin(), lines->end(), [](const std::string& line) {
      return line.rfind("overlap", 0) == 0 && names(line, "a^3/t^2");
    }));
  }
}

TEST_CASE("no method is explained by products above the peak", "[perf][training][explain]") {
  Machine machine;
  machine.chip.name = "rtx4090"; // faster than its peak says, by its runs
  const auto& model = test::shipped_training_model();
  for (const auto method :
       {workload::Method::full, workload::Method::lora, workload::Method::qlora}) {
    auto demand = test::small_decoder();
    demand.training.method = method;
    const auto query = model.prepare(demand, machine.chip, machine.shape);
    REQUIRE(query);
    const auto& rates = query->rates();
    REQUIRE(rates.efficiency / rates.scale > 1);
    CHECK(rates.products <= 1);
    const auto lines = perf::explain_training(model, demand, data_parallel(1), machine.nodes(1));
    REQUIRE(lines);
    CHECK(names(lines->front(),
                "TFLOP/s, as no product passes the peak: 0.75 x chip 1.63 x software 0.92 would)"));
  }
}

TEST_CASE("the explanation of what is unknown is its reason", "[perf][training][explain]") {
  Machine machine;
  machine.shape.network = {};
  const auto lines = perf::explain_training(
      test::shipped_training_model(), test::small_decoder(), data_parallel(16), machine.nodes(2));
  CHECK(names(lines.why_unknown(), "network_gbps"));
}
