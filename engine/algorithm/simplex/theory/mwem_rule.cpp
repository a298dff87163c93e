#include "engine/algorithm/simplex/theory/mwem_rule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/algorithm/simplex/theory/batch_rule.h"

namespace noisy {
namespace {

/// sqrt(r) D / n, how far one record moves a table's answers in l2.
double table_move(const MwemSetting& setting) {
  return std::sqrt(static_cast<double>(setting.moved)) * setting.move /
         static_cast<double>(setting.samples);
}

}  // namespace

Index mwem_rounds(const MwemSetting& setting, double rho) {
  constexpr double kTableNoise = 0.18;
  constexpr double kForTables = 0.8;
  const double of_one = table_move(setting) / std::sqrt(2 * kForTables * rho);
  const double wanted =
      kTableNoise * std::sqrt(2 * std::numbers::pi) / (setting.table_size * of_one);
  const Index most = std::max<Index>(setting.tables, 1);
  const double rounds = std::min(wanted * wanted, static_cast<double>(most));
  return std::clamp(rounded_count(rounds), std::min(setting.columns, most), most);
}

MwemParameters mwem_parameters(const MwemSetting& setting, double rho, Index rounds,
                               double choice_share) {
  constexpr double kRoundUp = 1 + 0x1p-48;
  const double of_round = rho / static_cast<double>(rounds);
  const double of_choice = choice_share * of_round;
  const double range = std::sqrt(8 * of_choice);
  return {
      .rounds = rounds,
      .choice_scale = 2 * setting.move / (static_cast<double>(setting.samples) * range) * kRoundUp,
      .deviation = table_move(setting) / std::sqrt(2 * (of_round - of_choice)) * kRoundUp};
}

}  // namespace noisy
