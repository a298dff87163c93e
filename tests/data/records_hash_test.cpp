#include "engine/data/records_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace noisy {
namespace {

std::string hash_of(std::string_view text, std::size_t piece = 1000) {
  RecordsHash hash;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    hash.update(std::as_bytes(std::span(text.substr(at, piece))));
  }
  return to_hex(hash.finish());
}

constexpr std::string_view kFile = "age,town,y\n25,New Delhi,1\n-0.5,Rome,0\n";

TEST(RecordsHash, IsThatOfTheRecordsHoweverTheyAreWritten) {
  const std::string one = hash_of(kFile);
  for (const std::string_view same :
       {"age,town,y\n25,New Delhi,1\n-0.5,Rome,0", "age,town,y\n25,New Delhi,1\n-0.5,Rome,0\n\n \n",
        "age,town,y\r\n25,New Delhi,1\r\n-0.5,Rome,0\r\n",
        "age,town,y\r25,New Delhi,1\r-0.5,Rome,0",
        "\n\nage,town,y\n\n25,New Delhi,1\n\n-0.5,Rome,0\n",
        "\xEF\xBB\xBF"
        "age,town,y\n25,New Delhi,1\n-0.5,Rome,0\n",
        "age;town;y\n25;New Delhi;1\n-0.5;Rome;0\n",
        "a b c\n 25.0 , New Delhi,\t1e0\n-5e-1,\"Rome\",-0\n", "25,New Delhi,1\n-0.5,Rome,0\n",
        "years,place,target\n25,New Delhi,+1\n-.5,Rome,0\n",
        "age;town;y\n25,0;New Delhi;1\n-0,5;Rome;0\n", "25,00\tNew Delhi\t1\n-0,50\tRome\t0\n",
        "# 2 people, 7 columns\n%\nage,town,y\n25,New Delhi,1\n-0.5,Rome,0\n"}) {
    EXPECT_EQ(hash_of(same), one) << same;
  }
  for (const std::size_t piece : {1, 2, 3, 7}) EXPECT_EQ(hash_of(kFile, piece), one);
}

TEST(RecordsHash, IsAnotherOneForOtherRecords) {
  std::set<std::string> all = {hash_of(kFile)};
  std::size_t count = 1;
  for (const std::string_view other :
       {"age,town,y\n25,New Delhi,1\n-0.5,Rome,1\n", "age,town,y\n-0.5,Rome,0\n25,New Delhi,1\n",
        "age,town,y\n25,New Delhi,1\n", "25,New Delhi,1\n-0.5,Rome,0\n-0.5,Rome,0\n",
        "25,New Delhi,1\n#\n-0.5,Rome,0\n", "2,5,New Delhi,1\n-0,5,Rome,0\n",
        "25,New Delhi,1,-0.5,Rome,0\n", "25,,1\n,Rome,0\n", "25,1,\n,Rome,0\n", "", "a,b\n",
        "1 1:2 3:4\n", "1 1:2\n3:4\n", "25,\"New\nDelhi\",1\n-0.5,Rome,0\n"}) {
    const bool is_new = all.insert(hash_of(other)).second;
    // Nothing, and names alone, are the same: no record.
    EXPECT_TRUE(is_new || other == "a,b\n") << other;
    count += is_new ? 1 : 0;
  }
  EXPECT_EQ(all.size(), count);
}

TEST(RecordsHash, TakesNoRecordsForCommentsBeyondTheFirst) {
  std::string colours;
  for (int i = 0; i < 200; ++i) colours += "#ffcc" + std::to_string(i) + ",x\n";
  EXPECT_NE(hash_of(colours), hash_of(colours + "#000000,x\n"));
  EXPECT_EQ(hash_of("# a\n1,2\n"), hash_of("1,2\n"));
}

TEST(RecordsHash, TakesTheLetteringForNoDifference) {
  std::string wide = "\xFF\xFE";
  for (const char c : std::string("x,y\n1,2\n3,4\n")) wide.append(1, c).append(1, '\0');
  EXPECT_EQ(hash_of(wide), hash_of("x,y\n1,2\n3,4\n"));
}

TEST(RecordsHash, KeepsItsDigestHoweverTheFileIsCut) {
  // Journals of earlier runs are found by it.
  constexpr std::string_view kTricky =
      "# a title\nage;town;y\n25,0;\"New \"\"Delhi\"\"\";1\n\" -0 \",5;Rome;\"0\n1\"\r\n"
      "\"7 \",25\t|x,3;\n1e3 .5 NA\n";
  for (const std::size_t piece : {1, 2, 3, 5, 8, 1000}) {
    EXPECT_EQ(hash_of(kTricky, piece),
              "398903fbcb6b493c84be4e1e1cb5c2df647de2a855668b694ff539893eb3e466")
        << piece;
  }
}

TEST(RecordsHash, TakesLinesOfShortNumbersLikeAnyOthers) {
  const std::string other =
      hash_of("1,2\n\"3\",-0\n\".5\",6\n\"7\",\n\"8\",x\n\"9\" 10\n\"11\";12,5\n\"13\",14\n");
  for (const std::size_t piece : {1, 4, 1000}) {
    EXPECT_EQ(hash_of("1,2\n3,-0\n.5,6\r\n7,\n8,x\n9 10\n11;12,5\n13,14", piece), other) << piece;
  }
}

TEST(RecordsHash, TakesLinesOfMoreCellsThanItKeeps) {
  std::string blanks = "1", commas = "1";
  for (int i = 0; i < (1 << 20) + 5; ++i) blanks += " 2", commas += ",2";
  const std::string one = "a922cf1030c00d8dc499b65eb6db905eef43a6d6bf55fbd4eeba459551e2202c";
  EXPECT_EQ(hash_of(blanks + "\n"), one);
  EXPECT_EQ(hash_of(commas + "\n", 999'999), one);
}

TEST(RecordsHash, EndsWhereAQuoteDoesNot) {
  EXPECT_NE(hash_of("1,\"2\n3,4\n"), hash_of("1,2\n3,4\n"));
  EXPECT_NE(hash_of("1,\"" + std::string(3'000'000, 'x')), hash_of("1,\""));
}

}  // namespace
}  // namespace noisy
