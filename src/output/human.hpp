#pragma once

#include "core/money.hpp"
#include "core/units.hpp"
#include "cost/exchange_rate.hpp"

#include <string>
#include <string_view>

namespace gpuplan::output {

/// Figures as people read them: three significant digits and a unit that fits. Machine formats
/// never use these.

/// `45 s`, `38 min`, `7.7 h`, `16 h`, `12 d`, `3.2 y`.
std::string human_duration(core::Milliseconds time);

/// `812`, `4,096`, `50M`, `8.03B`, `1.2T`.
std::string human_count(double count);

/// `0.0084`, `3.67`, `55.0`, `132`, `4,310`: an amount without its currency.
std::string human_money(core::Money amount);

/// A double amount of money, for the ends of intervals.
std::string human_amount(double amount);

/// `19.4`, `143`: GiB without the unit, for what stands under it; below a tenth, which would read
/// 0.0, with a smaller one: `51.0 MiB`.
std::string human_gib(core::Bytes size);

/// `19.4 GiB`, `51.0 MiB`, `812 KiB`.
std::string human_size(core::Bytes size);

/// Three significant digits without an exponent: `0.42`, `25.3`, `1,180`.
std::string human_number(double number);

/// `61 %`.
std::string human_percent(double fraction);

/// FLOPs with a prefix: `25.3 EFLOP`, `50.6 GFLOP`.
std::string human_flops(double flops);

/// `1 CNY = 0.14 USD on 2026-11-28`: what amounts of other currencies were converted at; empty
/// without a rate.
std::string rates_text(const cost::ExchangeRates& exchange);

} // namespace gpuplan::output
