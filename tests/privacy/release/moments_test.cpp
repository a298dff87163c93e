// How far one record moves the sufficient statistics of least squares: reached by some pair of
// records and never passed, by enumeration.
#include "engine/privacy/release/moments.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

namespace noisy {
namespace {

constexpr double kRow = 1.5, kTarget = 2;
constexpr QuadraticBounds kBounds{.curvature = kRow * kRow, .slope = kRow * kTarget};

struct Record {
  Vector features;
  double target = 0;
};

/// Rows of several lengths in many directions of the plane or the line.
std::vector<Record> records(Index dimension) {
  std::vector<Record> out;
  const int directions = dimension == 1 ? 2 : 48;
  for (const double length : {0.0, 0.4, 1.0, kRow}) {
    for (int k = 0; k < directions; ++k) {
      const double angle = 2 * M_PI * k / directions;
      for (const double target : {-kTarget, -0.7, 0.0, kTarget}) {
        Vector features(dimension);
        features[0] = length * std::cos(angle);
        if (dimension > 1) features[1] = length * std::sin(angle);
        out.push_back({features, target});
      }
    }
  }
  return out;
}

Vector second(const Record& record) {
  return packed_symmetric(record.features * record.features.transpose());
}

double least_eigenvalue(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues()[0];
}

TEST(Moments, MoveByTheirSensitivityForSomePairAndByNoMoreForAny) {
  for (const Index dimension : {1, 2}) {
    const std::vector<Record> all = records(dimension);
    for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
      double most_second = 0, most_first = 0, most_eigenvalue = 0;
      for (const Record& one : all) {
        for (const Record& other : all) {
          const Record& odd = neighbours == Neighbours::zero_out ? all.front() : other;
          most_second = std::max(most_second, (second(one) - second(odd)).norm());
          most_first =
              std::max(most_first, (one.target * one.features - odd.target * odd.features).norm());
          const Eigen::MatrixXd rest =
              kRow * kRow * Eigen::MatrixXd::Identity(dimension, dimension) * 2;
          Eigen::MatrixXd flat = rest;
          flat(0, 0) = 0;
          for (const Eigen::MatrixXd& others : {rest, flat}) {
            const auto with = [&](const Record& record) {
              return least_eigenvalue(others + record.features * record.features.transpose());
            };
            most_eigenvalue = std::max(most_eigenvalue, std::fabs(with(one) - with(odd)));
          }
        }
      }
      const auto move = [&](MomentPart part) {
        return moment_move(part, kBounds, dimension, neighbours);
      };
      for (const auto& [most, part] :
           {std::pair(most_second, MomentPart::second), std::pair(most_first, MomentPart::first),
            std::pair(most_eigenvalue, MomentPart::least_eigenvalue)}) {
        EXPECT_LE(most, move(part) * (1 + 1e-12));
        EXPECT_GT(most, move(part) * (1 - 1e-12));
      }
    }
    EXPECT_FALSE(
        std::isfinite(moment_move(MomentPart::second, kBounds, dimension, Neighbours::add_remove)));
  }
}

TEST(Moments, PackedMatricesHaveTheFrobeniusNormAndComeBack) {
  const Eigen::MatrixXd matrix{{1.0, 2.0, -3.0}, {2.0, 5.0, 0.5}, {-3.0, 0.5, -4.0}};
  const Vector packed = packed_symmetric(matrix);
  EXPECT_EQ(packed.size(), moment_numbers(MomentPart::second, 3));
  EXPECT_NEAR(packed.norm(), matrix.norm(), 1e-15 * matrix.norm());
  EXPECT_LE((unpacked_symmetric(packed, 3) - matrix).norm(), 1e-15 * matrix.norm());
}

TEST(Moments, QueriesCoverTheMoveAndLittleMore) {
  for (const MomentPart part : {MomentPart::second, MomentPart::first}) {
    const double move = moment_move(part, kBounds, 5, Neighbours::replace_one);
    const GridQuery query = moment_query(part, kBounds, 5, move, 1000, 0x1p-40);
    EXPECT_EQ(query.dimension, moment_numbers(part, 5));
    const double steps = move / 1000 / query.grid;
    const double rounded = steps + std::sqrt(static_cast<double>(query.dimension));
    EXPECT_GT(query.l2(move), rounded);
    EXPECT_LT(query.l2(move), rounded * (1 + 1e-8));
  }
  const double move =
      moment_move(MomentPart::least_eigenvalue, kBounds, 5, Neighbours::replace_one);
  EXPECT_FALSE(std::isfinite(
      moment_query(MomentPart::least_eigenvalue, kBounds, 5, move, 1000, 0x1p-40).l2(move)));
}

}  // namespace
}  // namespace noisy
